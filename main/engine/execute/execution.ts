import type { Content, Fingerprint, Kind, LocalEntry, RemoteEntry } from '../model/entry.ts';
import type { Etag, ItemId, LocalId, StreamPosition } from '../model/ids.ts';
import type { Placing } from '../model/placing.ts';
import type { Trees } from '../model/tree.ts';
import type { FileSystem } from '../ports/file-system.ts';
import type { HashPool } from '../ports/hash-pool.ts';
import type { Remote } from '../ports/remote.ts';
import type { NearSource, Transfers } from '../transfer/transfer.ts';

/** As of `Reuse`. */
export type ExecutionReuse = {
  there(sizeBytes: number): readonly RemoteEntry[];
  here(content: Content): NearSource | null;
  /** Where this item lies in the local trash, absolute; null: it does not, as far as is known. */
  inTrash(id: ItemId): string | null;
};

/** An item of another root that was agreed on with what is on disk here now. */
export type CameFrom = {
  readonly itemId: ItemId;
  readonly kind: Kind;
  readonly etag: Etag | null;
  /** As it was agreed on there. */
  readonly content: Content | null;
  readonly fingerprint: Fingerprint;
};

/** What passes between the roots of one account (SPEC P63). */
export type Borders = {
  /** Null: it is new here. */
  cameFrom(local: Pick<LocalEntry, 'kind' | 'fingerprint'>): Promise<CameFrom | null>;
  /** Something at or below this node, which is gone here, is in another root by now and not yet on the service from there. */
  wentElsewhere(id: LocalId): boolean;
};

/** `drop`: the file was not replaced after all. */
export type KeptCopy = { readonly place: string; drop(): Promise<void> };

/** What the steps of one sync root work with. */
export type Execution = {
  /** As they are in the moment in which they are asked, not as they were when the step was planned. */
  readonly trees: Trees;
  /** Absolute path of the local folder of the root. */
  readonly rootPath: string;
  /** Names the root in the keys of its transfers. */
  readonly rootKey: string;
  readonly fileSystem: FileSystem;
  readonly remote: Remote;
  readonly hashPool: HashPool;
  readonly transfers: Transfers;
  /** Contents that need not be transferred again. */
  readonly reuse: ExecutionReuse;
  /** Left out where there is one root. */
  readonly borders?: Borders;
  /** Takes a file or folder from this disk to where a person can get it back; returns where that is. */
  trash(path: string): Promise<string>;
  /** Puts back what `trash` has just taken; false: it cannot be, and lies there. */
  untrash(place: string, path: string): Promise<boolean>;
  /** Keeps a copy of a file where `trash` puts things, before another one takes its place; null: nothing can be kept there. */
  keepCopy(path: string): Promise<KeptCopy | null>;
  /** Takes it out of the root to a folder beside that, from which nothing is ever deleted; returns where it is now. */
  rescue(path: string): Promise<string>;
  /** Is there room on the service for so many bytes, as far as is known? */
  mayUpload(sizeBytes: number): boolean;
  /** Was a new file that was sent met on the service, though no answer told of it? It may be gone from there again (SPEC P85). */
  hasArrived(id: LocalId): boolean;
  /** Resolves when the service was asked for what is new, to the end, since this call (SPEC P85). */
  caughtUpAnew(signal: AbortSignal): Promise<void>;
  /** Written down right before a file is put in place, and right after a folder was made (SPEC P85). */
  placing(placing: Placing): void;
  /** Written down right before these, each with all below it, go to the local trash or beside the root (SPEC P85). */
  taking(ids: readonly LocalId[]): void;
  /** Up to where the stream of the service was read; null: everything is being listed. */
  knownTo(): StreamPosition | null;
  /** Names that are known to be in this folder and not synced (links, rules): they stay where they are. */
  ignoredNames(folder: LocalId): ReadonlySet<string>;
  /** Logical time (as of the store). */
  tick(): number;
};
