import { type CommandHandlers, type CommandName, type CommandResult, commands } from '../../../preload/ipc/commands.ts';
import type { FeedMessage, FeedName, FeedSource } from '../../../preload/ipc/feeds.ts';
import type { RootStatus, Status } from '../../../preload/ipc/shapes/status.ts';
import { firstChoices } from '../../../preload/ipc/shapes/window-choices.ts';

type Answers = { readonly [Name in CommandName]?: CommandResult<Name> };

const usual: Answers = {
  'settings.get': {
    ok: true,
    value: {
      notifications: { invitation: true, mention: true, attention: true, drop_finished: true, signed_out: true },
      startAtLogin: null,
      proxy: null,
      language: null,
      ...firstChoices,
    },
  },
};

/** Handlers that record their input and return preset answers (default `{}`), and feeds that a test can emit on. */
export type SeamDouble = {
  readonly handlers: CommandHandlers;
  readonly feeds: FeedSource;
  readonly asked: { readonly name: string; readonly request: unknown }[];
  say<Name extends FeedName>(feed: Name, message: FeedMessage<Name>): void;
  listeners(feed: FeedName): number;
};

export function seamDouble(answers: Answers = {}): SeamDouble {
  const asked: { name: string; request: unknown }[] = [];
  const listening = new Map<string, Set<(message: never) => void>>();
  const handlers = Object.fromEntries(
    Object.keys(commands).map((name) => [
      name,
      async (request: unknown) => {
        asked.push({ name, request });
        const given: Answers = { ...usual, ...answers };
        return Object.hasOwn(given, name) ? given[name as CommandName] : { ok: true, value: {} };
      },
    ]),
  ) as unknown as CommandHandlers;
  return {
    handlers,
    asked,
    feeds: {
      subscribe(feed, listener) {
        const known = listening.get(feed) ?? new Set();
        listening.set(feed, known);
        known.add(listener);
        return () => void known.delete(listener);
      },
    },
    say(feed, message) {
      for (const listener of listening.get(feed) ?? []) listener(message as never);
    },
    listeners: (feed) => listening.get(feed)?.size ?? 0,
  };
}

/** A complete status that is in sync, overridden by the given part. */
export function statusWith(part: Partial<Status>): Status {
  return {
    state: 'in_sync',
    sentence: 'Everything is in sync',
    detail: '',
    account: {
      state: 'connected',
      baseUrl: 'http://127.0.0.1:1/2.0',
      key: 'http://127.0.0.1:1/2.0 1',
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
    atMs: 0,
    ...part,
  };
}

/** A root that is in sync. */
export const rootStatus: RootStatus = {
  id: 1,
  localPath: '/home/ann/Tandem',
  remoteId: '0',
  name: 'Tandem',
  state: 'in_sync',
  sentence: 'Everything is in sync.',
  files: 1,
  folders: 0,
  bytes: 1,
  pending: 0,
  blocked: 0,
  held: 0,
  conflicts: 0,
  attention: 0,
  ignored: 0,
  lastChange: null,
  pausedUntilMs: null,
  progress: null,
};
