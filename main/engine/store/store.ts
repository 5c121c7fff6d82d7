import type { RootId } from '../model/ids.ts';
import type { JournalTable } from './journal-table.ts';
import type { RootStore } from './root-store.ts';
import type { NewRoot, RootRecord } from './root-table.ts';
import type { TransferTable } from './transfer-table.ts';

/**
 * The engine's memory: one SQLite file (WAL). Synchronous throughout; nothing grows with the size of a tree but the file.
 * Outside a `transaction` each write commits by itself.
 */
export interface Store {
  roots(): readonly RootRecord[];
  /** Links a pair and writes its root rows in all three trees. Rejects nothing: the caller has made sure that it may. */
  addRoot(root: NewRoot): RootRecord;
  /** Forgets a pair and all its rows; the journal stays. Touches neither side. */
  removeRoot(id: RootId): void;
  setPaused(id: RootId, pausedUntilMs: number | null): void;
  setLocalPath(id: RootId, localPath: string, volumeId: string): void;
  /** Throws when there is no such root. The same object for the same id. */
  root(id: RootId): RootStore;

  /**
   * Logical time: the next number, greater than all before. Taken before a listing is read, it orders what the listing shows
   * against what is written meanwhile (see `LocalTable.putLocal`).
   */
  tick(): number;

  setting(name: string): string | null;
  /** Null removes it. */
  setSetting(name: string, value: string | null): void;

  readonly journal: JournalTable;
  readonly transfers: TransferTable;

  /** All or nothing; may be nested, the outermost one commits. */
  transaction<T>(work: () => T): T;
  /** Where a file that could not be opened was put when this one was made in its place; null: it opened. */
  readonly setAside: string | null;
  /** Ends cleanly: the next start needs no check. Calling it twice does no harm. */
  close(): void;
}
