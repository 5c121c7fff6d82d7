import type { Content, Fingerprint, Kind, LocalEntry, RemoteEntry } from '../model/entry.ts';
import type { Etag, FileIdentity, ItemId, LocalId, StreamPosition } from '../model/ids.ts';
import type { Making } from '../model/plan/making.ts';
import type { MovingRow } from '../model/plan/moving.ts';
import type { Placing } from '../model/plan/placing.ts';
import type { TakenTo } from '../model/plan/taking.ts';
import type { Trashing } from '../model/plan/trashing.ts';
import type { SentRecord } from '../model/transfer/transfer-records.ts';
import type { Doubts, Identities, Subtrees, Trees } from '../model/tree.ts';
import type { Clock } from '../ports/clock.ts';
import type { AboutToPlace, FileSystem } from '../ports/file-system.ts';
import type { HashPool } from '../ports/hash-pool.ts';
import type { Pace } from '../ports/pace.ts';
import type { Remote } from '../ports/remote/remote.ts';
import type { NearSource, Transfers, UploadRoom } from './transfer/transfer.ts';

/** See `Reuse`. */
export type ExecutionReuse = {
  there(sizeBytes: number): readonly RemoteEntry[];
  here(content: Content): NearSource | null;
  /** Absolute path of this item in the local trash; null: not known to be there. */
  inTrash(id: ItemId): string | null;
};

/** An item of another root whose synced row matches this local file or folder. */
export type CameFrom = {
  readonly itemId: ItemId;
  readonly kind: Kind;
  readonly etag: Etag | null;
  /** As agreed on in that root. */
  readonly content: Content | null;
  readonly fingerprint: Fingerprint;
};

/** Moves between the roots of one account (SPEC P63). */
export type Borders = {
  /** Null: new here. */
  cameFrom(local: Pick<LocalEntry, 'kind' | 'fingerprint'>): Promise<CameFrom | null>;
  /** Is an item at or below this node, which is missing here, now in another root but not yet moved on the service? */
  wentElsewhere(id: LocalId): boolean;
};

/** Changes on the service that were about to be asked for and are not recorded (SPEC P85). */
export type OpenRequests<Id, Intent> = {
  open(id: Id): Intent | undefined;
  /** Call right before the request. */
  note(intent: Intent): void;
  /** It can no longer take effect. */
  drop(id: Id): void;
};

/** `drop`: for when the file was not replaced after all. */
export type KeptCopy = { readonly place: string; drop(): Promise<void> };

/** The dependencies of one root's steps. */
export type Execution = {
  /** The live trees, not a snapshot from when the step was planned. */
  readonly trees: Trees & Subtrees & Identities & Doubts;
  /** Absolute path of the local folder of the root. */
  readonly rootPath: string;
  /** Identifies the root in the keys of its transfers. */
  readonly rootKey: string;
  readonly fileSystem: FileSystem;
  readonly remote: Remote;
  readonly clock: Clock;
  /** Of checks that go through whole folders. */
  readonly pace: Pace;
  /** Hashes a file once the step of its time is over (`timeStepOver`). */
  readonly hashPool: HashPool;
  readonly transfers: Transfers;
  /** Content that need not be transferred again. */
  readonly reuse: ExecutionReuse;
  /** Absent when there is only one root. */
  readonly borders?: Borders;
  /**
   * Moves a file or folder to the local trash, where the user can restore it; returns its path there. `changed`: another item has the path
   * now, and stays.
   */
  trash(path: string, expect: FileIdentity, about: AboutToPlace): Promise<string>;
  /** Reverts `trash`; false: it can't be moved back and stays in the trash. */
  untrash(place: string, path: string): Promise<boolean>;
  /** Keeps a copy of a file in the local trash before it is replaced; null: no copy can be kept. */
  keepCopy(path: string): Promise<KeptCopy | null>;
  /** Like `trash`, to the rescue folder beside the root, which is never cleaned up. */
  rescue(path: string, expect: FileIdentity | undefined, about: AboutToPlace): Promise<string>;
  /** Of this upload; absent: the service has room. */
  readonly room?: UploadRoom;
  /** Has the service shown an uploaded new file whose answer was lost? It may have been removed since (SPEC P85). */
  hasArrived(id: LocalId): boolean;
  /** Resolves once the event stream has been read to its end, starting after this call (SPEC P85). */
  nextCatchUp(signal: AbortSignal): Promise<void>;
  /** Records content right before the service copies it to a new file (SPEC P85). */
  sending(sent: SentRecord): void;
  /** Records an install right before a file is put in place, and right after a folder is created (SPEC P85). */
  placing(placing: Placing): void;
  /** Records these items and their subtrees right before they move to the local trash or the rescue folder (SPEC P85). */
  taking(ids: readonly LocalId[]): void;
  /** Records where one of them goes right before it does; null: it is back. */
  takenTo(id: LocalId, to: TakenTo | null): void;
  readonly deletes: OpenRequests<ItemId, Trashing>;
  /** Folders that are created on the service. */
  readonly makings: OpenRequests<LocalId, Making>;
  /** Items that move on the service. */
  readonly movings: OpenRequests<ItemId, MovingRow>;
  /** The stream position read so far; null while the service, or a folder that arrived, is still to be listed. */
  knownTo(): StreamPosition | null;
  /** Names in this folder known not to sync (links, rules): they stay in place. */
  ignoredNames(folder: LocalId): ReadonlySet<string>;
  /** Logical time, from the store. */
  tick(): number;
};
