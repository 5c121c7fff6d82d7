import type { AccountStatusData, Invitation } from '../../preload/ipc/status.ts';
import type { Clock } from './ports/clock.ts';
import type { FileSystem } from './ports/file-system.ts';
import type { HashPool } from './ports/hash-pool.ts';
import type { LocalTrash } from './ports/local-trash.ts';
import type { Random } from './ports/random.ts';
import type { Remote } from './ports/remote.ts';
import type { Surroundings } from './ports/surroundings.ts';
import type { Watcher } from './ports/watcher.ts';
import type { Store } from './store/store.ts';
import type { Transfers } from './transfer/transfer.ts';

/** All that the engine works with; whoever starts it opens and closes these. */
export type EngineParts = {
  readonly store: Store;
  readonly fileSystem: FileSystem;
  readonly watcher: Watcher;
  readonly remote: Remote;
  readonly transfers: Transfers;
  readonly hashPool: HashPool;
  readonly clock: Clock;
  readonly random: Random;
  /**
   * Takes a file or folder from the disk to where the person can get it back (the system's trash, or a folder of the state);
   * returns where that is.
   */
  readonly trash: (path: string, rootPath: string) => Promise<string>;
  /** Where `trash` puts things, when they can be put back from there by a program; left out: they cannot. */
  readonly localTrash?: LocalTrash;
  /** Service and person, e.g. `http://127.0.0.1:8080/2.0 17`: a root that was linked under another is refused (E96). */
  readonly account: string;
  /** Who is signed in, for the status; null while it is not known. */
  readonly person: () => AccountStatusData['user'];
  /** The largest file that the service takes of this account; null while it is not known, left out where nobody asks. */
  readonly largestUploadBytes?: () => number | null;
  readonly baseUrl: string;
  /** The pending collaborations of the account; null where nobody is to be told of them. */
  readonly pendingInvitations: (() => Promise<readonly Invitation[]>) | null;
  readonly settings: EngineSettings;
  /** Left out: nothing is noticed but a clock that jumps. */
  readonly surroundings?: Surroundings;
  /** Told of what nobody expected; never contains tokens. */
  readonly log: EngineLog;
};

export type EngineSettings = {
  /** Shown in the names of conflict copies. */
  readonly deviceName: string;
  /** The person's own ignore rules, in the grammar of gitignore. */
  readonly ignoreLines: readonly string[];
  /** Deletes and rewrites beyond both limits are held (sync-engine.md 4). */
  readonly guard: { readonly items: number; readonly share: number };
  /** A changed folder is looked at when it was quiet for this long, or after the longest wait. */
  readonly hintQuietMs: number;
  readonly hintLongestMs: number;
  /** How long something must be missing from the disk before it is believed to be gone. */
  readonly settleMs: number;
  /** The safety net: a scan of everything after this time. */
  readonly scanEveryMs: number;
  /** The pause between two turns of the slow reading of everything (edge case 51). */
  readonly auditEveryMs: number;
  /** Folders below which a root that was moved is looked for, besides those around where it was, e.g. the person's home. */
  readonly likelyPlaces: readonly string[];
};

export const DEFAULT_SETTINGS: Omit<EngineSettings, 'deviceName'> = {
  ignoreLines: [],
  guard: { items: 50, share: 0.25 },
  hintQuietMs: 150,
  hintLongestMs: 1_500,
  settleMs: 500,
  scanEveryMs: 15 * 60_000,
  auditEveryMs: 60_000,
  likelyPlaces: [],
};

export type EngineLog = {
  warn(message: string, details?: Readonly<Record<string, unknown>>): void;
  error(message: string, error: unknown): void;
};
