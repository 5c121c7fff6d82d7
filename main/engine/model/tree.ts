import type { LocalEntry, RemoteEntry, SyncedEntry } from './entry.ts';
import type { ItemId, LocalId } from './ids.ts';

/**
 * The three trees of one sync root, read only and synchronous. The store serves it from SQLite; tests from memory.
 * Children come in the order of their names' code units, so that plans are deterministic (I12).
 */
export interface Trees {
  /** The root pair: always present in the synced tree. */
  readonly rootLocalId: LocalId;
  readonly rootItemId: ItemId;

  local(id: LocalId): LocalEntry | undefined;
  localChildren(parent: LocalId): readonly LocalEntry[];
  /** All local children whose compare name (`nameKey`) is `key`: more than one on a case-sensitive disk. */
  localByKey(parent: LocalId, key: string): readonly LocalEntry[];

  remote(id: ItemId): RemoteEntry | undefined;
  remoteChildren(parent: ItemId): readonly RemoteEntry[];
  remoteByKey(parent: ItemId, key: string): readonly RemoteEntry[];

  syncedByLocal(id: LocalId): SyncedEntry | undefined;
  syncedByItem(id: ItemId): SyncedEntry | undefined;
  syncedChildren(parent: LocalId): readonly SyncedEntry[];
  /** Those of them that had exactly this name here when they were agreed on: one, or none. */
  syncedNamed(parent: LocalId, localName: string): readonly SyncedEntry[];

  /** Is something on disk under this name that is left out: by a rule, or because it is a link or a special file? */
  isIgnored(parent: LocalId, name: string): boolean;

  /** Is the item, or a folder above it, left out of this computer by selective sync? Never the root itself (SPEC P65). */
  isExcluded(id: ItemId): boolean;
  /** Does the account own it, as far as it is known who does? */
  isOwn(id: ItemId): boolean;
  /** Did it go from the remote tree because the account may not see it any more (SPEC P70)? */
  wasLost(id: ItemId): boolean;
  /** Do the ignore rules leave out what has this path below the root (`/` between names)? Absent: there are no rules. */
  leavesOut?(path: string, isFolder: boolean): boolean;
}

/** Nodes whose agreement is in doubt: an observer touched them, or a step about them has ended. Each id at most once. */
export type Dirty = { readonly localIds: readonly LocalId[]; readonly itemIds: readonly ItemId[] };
