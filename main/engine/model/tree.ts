import type { LocalEntry, RemoteEntry, SyncedEntry } from './entry.ts';
import type { FileIdentity, ItemId, LocalId } from './ids.ts';

/**
 * The three trees of one sync root, read-only and synchronous. The store serves them from SQLite, tests from memory. Children are
 * sorted by the code units of their names, so that plans are deterministic (I12).
 */
export interface Trees {
  /** The root pair: always present in the synced tree. */
  readonly rootLocalId: LocalId;
  readonly rootItemId: ItemId;

  local(id: LocalId): LocalEntry | undefined;
  localChildren(parent: LocalId): readonly LocalEntry[];
  /** All local children with this `nameKey`: may be several on a case-sensitive disk. */
  localByKey(parent: LocalId, key: string): readonly LocalEntry[];

  remote(id: ItemId): RemoteEntry | undefined;
  remoteChildren(parent: ItemId): readonly RemoteEntry[];
  remoteByKey(parent: ItemId, key: string): readonly RemoteEntry[];

  syncedByLocal(id: LocalId): SyncedEntry | undefined;
  syncedByItem(id: ItemId): SyncedEntry | undefined;
  syncedChildren(parent: LocalId): readonly SyncedEntry[];
  /** The child with exactly this local name in the agreement, if any. */
  syncedNamed(parent: LocalId, localName: string): readonly SyncedEntry[];

  /** The item that a folder left over on this disk was (SPEC P86); null: not known, undefined: it is none. */
  leftOver(id: LocalId): ItemId | null | undefined;
  /** Does the folder itself hold ignored items that keep it here when everything else in it goes? */
  holdsIgnored(folder: LocalId): boolean;

  /** The name of the ignored item (excluded by a rule, a link or a special file) that has this place; null: there is none. */
  ignoredAt(parent: LocalId, name: string): string | null;

  /** Does selective sync exclude the item, or a folder above it, from this device? Never the root itself (SPEC P65). */
  isExcluded(id: ItemId): boolean;
  /** Does the account own it, as far as the owner is known? */
  isOwn(id: ItemId): boolean;
  /** Was it removed from the remote tree because the account can no longer see it (SPEC P70)? */
  wasLost(id: ItemId): boolean;
  /** Do the ignore rules exclude this path below the root (`/`-separated)? Absent: there are no rules. */
  leavesOut?(path: string, isFolder: boolean): boolean;
  /** Do they include this path, as far as all rule files above it could be read (SPEC P89)? Absent: there are no rules. */
  takesIn?(path: string, isFolder: boolean): boolean;
}

/** Questions about a node with everything below it, each answered at once: a folder may hold 100,000 files. */
export interface Subtrees {
  /** The synced rows below this one that have no node on this side. */
  rowsWithout(side: 'local' | 'remote', top: LocalId): ReadonlySet<LocalId>;
  /** The items of the nodes at or below this one here that are on the service too. */
  itemsAlsoThere(top: LocalId): readonly { readonly localId: LocalId; readonly itemId: ItemId }[];
  /**
   * An item below this one on the service that was not deleted here: it was never agreed on, it is still here, or its content is
   * not the agreed one. Undefined: there is none.
   */
  itemToStay(top: ItemId): ItemId | undefined;
}

/** Which nodes an item on disk may be. */
export interface Identities {
  /** All nodes with this identity: several if they are hard links (edge case 56). */
  localByIdentity(identity: FileIdentity): readonly LocalEntry[];
}

/** Whether something about a node is still to be done, or waits. */
export interface Doubts {
  isDirty(node: { readonly localId: LocalId | null; readonly itemId: ItemId | null }): boolean;
}

/** Nodes whose agreement must be checked: an observer changed them, or a step for them has ended. Each id at most once. */
export type Dirty = { readonly localIds: readonly LocalId[]; readonly itemIds: readonly ItemId[] };
