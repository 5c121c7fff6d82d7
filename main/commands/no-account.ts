import { type CommandHandlers, type CommandName, commands } from '../../preload/ipc/commands.ts';
import type { FeedMessage, FeedName, FeedSource } from '../../preload/ipc/feeds.ts';
import type { StatusData } from '../../preload/ipc/shapes/status.ts';
import { fixOf, type ProblemMessage, titleOf } from '../../preload/words/message.ts';
import { sessionCommands } from './account/session.ts';
import { hostHandlers } from './command-handlers.ts';
import type { HostWorld } from './command-world.ts';
import { refused } from './results.ts';
import type { Line } from './switchboard.ts';

/** Handles commands while signed out. Commands that need no account work; all others are refused with a link to Welcome. */
export function lineWithoutAccount(world: HostWorld, nowMs: () => number): Line {
  const answered: Partial<CommandHandlers> = {
    ...hostHandlers(world),
    ...sessionCommands({ ...world, isAdmin: async () => false }),
    'status.get': async () => ({ ok: true, value: statusWithoutAccount(nowMs()) }),
    'rates.list': async () => ({ ok: true, value: { samples: [] } }),
    'root.list': async () => ({ ok: true, value: [] }),
    'activity.list': async () => ({ ok: true, value: { entries: [], more: false } }),
    'invitation.list': async () => ({ ok: true, value: [] }),
  };
  const refuse = async () => noAccount;
  const names = Object.keys(commands) as CommandName[];
  const table = Object.fromEntries(names.map((name) => [name, answered[name] ?? refuse]));
  return {
    // Built from the names of the table itself, so it is complete.
    handlers: table as unknown as CommandHandlers,
    feeds: feedsWithoutAccount(nowMs),
    drops: {
      receive: async () => ({ ok: false, error: noAccount.error }),
      underWay: () => 0,
      isPreparing: () => false,
    },
    contents: { answer: async () => ({ status: 410, headers: {}, body: null }) },
  };
}

const noAccountYet: ProblemMessage = { code: 'no_account', args: {} };
const noAccount = refused('no_account', noAccountYet, fixOf(noAccountYet));

function statusWithoutAccount(atMs: number): StatusData {
  return {
    state: 'attention',
    sentence: titleOf(noAccountYet),
    detail: fixOf(noAccountYet),
    account: { state: 'signed_out', baseUrl: '', key: '', user: null, sentence: null, retryAtMs: null },
    roots: [],
    transfers: [],
    transferGroups: [],
    transfersTotal: 0,
    attention: [],
    attentionTotal: 0,
    invitations: [],
    rate: { upBytesPerSecond: 0, downBytesPerSecond: 0 },
    totals: { filesDone: 0, filesTotal: 0, bytesDone: 0, bytesTotal: 0, secondsLeft: null },
    atMs,
  };
}

/** Emits the status once. Nothing changes until an account exists. */
function feedsWithoutAccount(nowMs: () => number): FeedSource {
  return {
    subscribe: <Name extends FeedName>(feed: Name, listener: (message: FeedMessage<Name>) => void) => {
      let isWanted = true;
      if (feed === 'status') {
        const deliver = listener as (message: FeedMessage<'status'>) => void;
        queueMicrotask(() => {
          if (isWanted) deliver(statusWithoutAccount(nowMs()));
        });
      }
      if (feed === 'uploads') {
        const deliver = listener as (message: FeedMessage<'uploads'>) => void;
        queueMicrotask(() => {
          if (isWanted) deliver([]);
        });
      }
      return () => {
        isWanted = false;
      };
    },
  };
}
