import type { Served } from '../../../../main/ipc/websocket-transport.ts';
import type { CommandHandlers, CommandName } from '../../../../preload/ipc/commands.ts';
import { commands } from '../../../../preload/ipc/commands.ts';
import type { FeedName } from '../../../../preload/ipc/feeds.ts';
import type { Status } from '../../../../preload/ipc/shapes/status.ts';

/** A quiet status, as the projection makes it before anything happened. */
export const sampleStatus: Status = {
  state: 'in_sync',
  sentence: 'Everything is in sync',
  detail: '',
  account: {
    state: 'connected',
    baseUrl: 'http://127.0.0.1:8080/2.0',
    key: 'http://127.0.0.1:8080/2.0 1',
    user: null,
    sentence: null,
    retryAtMs: null,
  },
  roots: [],
  transfers: [],
  transferGroups: [],
  transfersTotal: 0,
  attention: [],
  attentionTotal: 0,
  invitations: [],
  rate: { upBytesPerSecond: 0, downBytesPerSecond: 0 },
  totals: { filesDone: 0, filesTotal: 0, bytesDone: 0, bytesTotal: 0, secondsLeft: null },
  atMs: 1_700_000_000_000,
};

/** Handlers for tests of transports: `status.get` answers, `root.list` throws, `sync.plan` never ends, the rest refuse. */
export function servedFake(): Served & {
  readonly asked: CommandName[];
  readonly bugs: string[];
  subscribers(): number;
  /** Resolves when the last subscription ended. */
  readonly allEnded: Promise<void>;
} {
  const asked: CommandName[] = [];
  const bugs: string[] = [];
  const ended = Promise.withResolvers<void>();
  let subscribers = 0;
  const refuse = (name: CommandName) => async () => {
    asked.push(name);
    return { ok: false as const, error: { code: 'not_supported_here', message: 'Not here.', remedy: 'Elsewhere.' } };
  };
  const refusals = Object.fromEntries(
    (Object.keys(commands) as CommandName[]).map((name) => [name, refuse(name)]),
  ) as unknown as CommandHandlers;
  const handlers: CommandHandlers = {
    ...refusals,
    'status.get': async () => ({ ok: true, value: sampleStatus }),
    'root.list': async () => {
      throw new Error('planted');
    },
    'sync.plan': () => new Promise(() => undefined),
  };
  return {
    asked,
    bugs,
    handlers,
    reportBug: (command) => bugs.push(command),
    subscribers: () => subscribers,
    allEnded: ended.promise,
    feeds: {
      subscribe(feed: FeedName, listener: (message: never) => void) {
        subscribers += 1;
        if (feed === 'status') (listener as (message: Status) => void)(sampleStatus);
        return () => {
          subscribers -= 1;
          if (subscribers === 0) ended.resolve();
        };
      },
    },
  };
}
