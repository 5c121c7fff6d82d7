import type { AccountStatusData, Invitation } from '../../../preload/ipc/shapes/status.ts';
import type { Transfers } from '../execute/transfer/transfer.ts';
import type { FileIdentity } from '../model/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { AboutToPlace, FileSystem } from '../ports/file-system.ts';
import type { HashPool } from '../ports/hash-pool.ts';
import type { LocalTrash } from '../ports/local-trash.ts';
import { MOST_AT_ONCE } from '../ports/pace.ts';
import type { Random } from '../ports/random.ts';
import type { Naming } from '../ports/remote/naming.ts';
import type { Remote } from '../ports/remote/remote.ts';
import type { Surroundings } from '../ports/surroundings.ts';
import type { Watcher } from '../ports/watcher.ts';
import type { Store } from '../store/store.ts';

/** The engine's dependencies. The code that creates the engine opens and closes them. */
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
   * Moves a file or folder from the disk to where the user can restore it (the system trash, or a folder of the state or of the root), unless another item
   * has the path now (`changed`). Returns the new location, and calls `about` with it right before.
   */
  readonly trash: (path: string, rootPath: string, expect: FileIdentity, about?: AboutToPlace) => Promise<string>;
  /** Where `trash` puts items, if a program can restore them from there; omitted if not. */
  readonly localTrash?: LocalTrash;
  /** Service and user, e.g. `http://127.0.0.1:8080/2.0 17`. A root linked under another account is refused (E96). */
  readonly account: string;
  /** The id of its user on the service, who also changes items on other computers; null: unknown. */
  readonly userId: string | null;
  /** The signed-in user, for the status; null while unknown. */
  readonly person: () => AccountStatusData['user'];
  /** The largest file the service accepts from this account; null while unknown, omitted to skip the check. */
  readonly largestUploadBytes?: () => number | null;
  readonly baseUrl: string;
  /** The account's pending collaborations; null disables invitation notices. */
  readonly pendingInvitations: (() => Promise<readonly Invitation[]>) | null;
  /** The file that a comment or a task is on, null if it is gone; omitted: mentions are not announced. */
  readonly mentionedFile?: (on: Naming['on']) => Promise<{ readonly id: string; readonly name: string } | null>;
  readonly settings: EngineSettings;
  /** Omitted: the engine notices only clock jumps. */
  readonly surroundings?: Surroundings;
  /** Receives unexpected events; never contains tokens. */
  readonly log: EngineLog;
};

export type EngineSettings = {
  /** Appears in the names of conflict copies. */
  readonly deviceName: string;
  /** Tells the temporary names of this device from those of others, which may have the same name. Letters, digits and hyphens. */
  readonly deviceId: string;
  /** The user's own ignore rules, in gitignore syntax. */
  readonly ignoreLines: readonly string[];
  /** Deletes and rewrites that exceed both limits are held (SPEC P31). */
  readonly guard: { readonly items: number; readonly share: number };
  /** A changed folder is scanned after this much quiet, or after the longest wait. */
  readonly hintQuietMs: number;
  readonly hintLongestMs: number;
  /** How long an item must be missing from the disk before it counts as deleted. */
  readonly settleMs: number;
  /** The safety net: a full rescan after this interval. */
  readonly scanEveryMs: number;
  /** The pause between two turns of the audit (edge case 51). */
  readonly auditEveryMs: number;
  /** The pause after each request of the audit to a service that is not one of Tandem's: some count requests by the month. */
  readonly auditRequestEveryMs: number;
  /** The most nodes written between two turns of other work. */
  readonly portion: number;
  /** Folders to search for a moved root besides its old surroundings, e.g. the user's home. */
  readonly likelyPlaces: readonly string[];
  /** The folders of Tandem's own data, such as its state and the files of the private service. They are never synced. */
  readonly ownPlaces: readonly string[];
};

export const DEFAULT_SETTINGS: Omit<EngineSettings, 'deviceName' | 'deviceId'> = {
  ignoreLines: [],
  guard: { items: 50, share: 0.25 },
  hintQuietMs: 150,
  hintLongestMs: 1_500,
  settleMs: 500,
  scanEveryMs: 15 * 60_000,
  auditEveryMs: 60_000,
  auditRequestEveryMs: 15 * 60_000,
  portion: MOST_AT_ONCE,
  likelyPlaces: [],
  ownPlaces: [],
};

export type EngineLog = {
  warn(message: string, details?: Readonly<Record<string, unknown>>): void;
  error(message: string, error: unknown): void;
};
