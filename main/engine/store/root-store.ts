import type { ItemId, LocalId, RootId, StreamPosition } from '../model/ids.ts';
import type { Identities, Subtrees, Trees } from '../model/tree.ts';
import type { KeptHereTable } from './choices.ts';
import type { ConflictTable } from './history/conflict-table.ts';
import type { IntentTable } from './transfers/intent-table.ts';
import type { IgnoredTable } from './trees/ignored-table.ts';
import type { LeftOverNotes } from './trees/left-over-notes.ts';
import type { LocalTable } from './trees/local-table.ts';
import type { MissingTable } from './trees/missing-table.ts';
import type { RemoteTable } from './trees/remote-table.ts';
import type { SelectionTable } from './trees/selection-table.ts';
import type { SubtreeTotals } from './trees/subtrees.ts';
import type { SyncedTable } from './trees/synced-table.ts';
import type { HeldNodes } from './work/held.ts';
import type { Marks } from './work/marks.ts';
import type { Reasons } from './work/reasons.ts';

/**
 * One sync root in the store: its three trees and related tables. Writes to a tree mark the changed nodes dirty, so callers need
 * not.
 */
export interface RootStore
  extends Trees,
    Subtrees,
    Identities,
    LocalTable,
    RemoteTable,
    SyncedTable,
    Marks,
    Reasons,
    HeldNodes,
    MissingTable,
    IgnoredTable,
    LeftOverNotes,
    KeptHereTable,
    SelectionTable,
    ConflictTable,
    SubtreeTotals,
    IntentTable {
  readonly id: RootId;

  /** The root's position in the event stream; null: no full listing has ever completed. */
  cursor(): StreamPosition | null;
  setCursor(position: StreamPosition): void;

  /** An observer's private note, by name; null removes it. */
  note(name: string): string | null;
  setNote(name: string, value: string | null): void;

  /** Names below the root joined by `/`, empty for the root itself; null: its path to the root is not fully in the local tree. */
  localPath(id: LocalId): string | null;
  remotePath(id: ItemId): string | null;
  syncedPath(id: LocalId): string | null;
  /** The local node at a path below the root (`/`-separated, exact match); undefined: none. */
  localAt(path: string): LocalId | undefined;
  remoteAt(path: string): ItemId | undefined;
  syncedAt(path: string): LocalId | undefined;

  /** See `Store.tick`. */
  tick(): number;
  /** Frees caches while idle. */
  rest(): void;
  /** See `Store.transaction`. */
  transaction<T>(work: () => T): T;
}
