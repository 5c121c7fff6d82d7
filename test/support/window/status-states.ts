import type { CommandOutput } from '../../../preload/ipc/commands.ts';
import type { Account } from '../../../preload/ipc/shapes/account.ts';
import type { Settings } from '../../../preload/ipc/shapes/settings.ts';
import type { RootStatus, Status } from '../../../preload/ipc/shapes/status.ts';
import { firstChoices } from '../../../preload/ipc/shapes/window-choices.ts';
import { sayInEnglish } from '../../../preload/words/en/english.ts';
import { titleOf } from '../../../preload/words/message.ts';
import type { Answers } from './fake-bridge.ts';
import { people } from './studio/people.ts';

/** The fixed time of all window tests: a Monday, 14:05 UTC. */
export const now = Date.UTC(2026, 10, 23, 14, 5);

/** What the engine says, as the window shows it. */
export const say = sayInEnglish(() => now);

const minutes = 60_000;

/** A typical synced folder, overridden by `change`. */
export function rootStatus(change: Partial<RootStatus> = {}): RootStatus {
  return {
    id: 1,
    localPath: '/home/ann/Documents',
    remoteId: '11',
    name: 'Documents',
    state: 'in_sync',
    sentence: say({ code: 'in_sync', args: {} }),
    files: 12_480,
    folders: 940,
    bytes: 12_400_000_000,
    pending: 0,
    blocked: 0,
    held: 0,
    conflicts: 0,
    attention: 0,
    ignored: 0,
    lastChange: null,
    pausedUntilMs: null,
    progress: null,
    ...change,
  };
}

const { type: _type, ...person } = people.ann;

/** A status in which everything is in sync, overridden by `change`. */
export function status(change: Partial<Status> = {}): Status {
  return {
    state: 'in_sync',
    sentence: say(titleOf({ code: 'in_sync', args: {} })),
    detail: '',
    account: {
      state: 'connected',
      baseUrl: 'https://files.example.com/2.0',
      key: `https://files.example.com/2.0 ${person.id}`,
      user: {
        ...person,
        spaceUsed: 41_200_000_000,
        spaceAmount: 100_000_000_000,
      },
      sentence: null,
      retryAtMs: null,
    },
    roots: [rootStatus()],
    transfers: [],
    transferGroups: [],
    transfersTotal: 0,
    attention: [],
    attentionTotal: 0,
    invitations: [],
    rate: { upBytesPerSecond: 0, downBytesPerSecond: 0 },
    totals: { filesDone: 0, filesTotal: 0, bytesDone: 0, bytesTotal: 0, secondsLeft: null },
    atMs: now - 2 * minutes,
    ...change,
  };
}

const session: CommandOutput<'session.get'> = {
  host: 'electron',
  can: { reveal: true, tray: true, dropPaths: true, chooseFolder: true },
  version: '0.1.0',
  deviceName: "Ann's laptop",
  homePath: '/home/ann',
  isAdmin: true,
};

const account: Account = {
  kind: 'service',
  baseUrl: 'https://files.example.com/2.0',
  canStartPrivate: true,
  suggestedFolder: '/home/ann/Tandem',
  redirectUri: 'http://127.0.0.1:28257/callback',
  signIn: { state: 'none' },
};

const settings: Settings = {
  notifications: { invitation: true, mention: true, attention: true, drop_finished: true, signed_out: true },
  startAtLogin: true,
  proxy: null,
  language: 'en',
  ...firstChoices,
};

/** Answers that every page needs: a person signed in on a desktop, with one folder that is in sync. */
export function signedIn(shown: Status = status()): Answers {
  return {
    'session.get': () => session,
    'account.get': () => account,
    'settings.get': () => settings,
    'settings.set': () => settings,
    'status.get': () => shown,
    'root.list': () => shown.roots,
    'rates.list': () => ({ samples: [] }),
    'journal.policy': () => ({ keepDays: 365, keepEntries: 200_000 }),
    'kept.list': () => ({ items: [] }),
    'update.get': () => ({ state: 'off', version: null, share: null, sentence: null }),
    'activity.list': () => ({ entries: [], more: false }),
  };
}
