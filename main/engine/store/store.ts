import type { Fingerprint } from '../model/entry.ts';
import type { RootId } from '../model/ids.ts';
import type { BorderTable } from './border-table.ts';
import type { JournalTable } from './journal-table.ts';
import type { ReuseTable } from './reuse-table.ts';
import type { RootStore } from './root-store.ts';
import type { NewRoot, RootPlacement, RootRecord } from './root-table.ts';
import type { TransferTable } from './transfer-table.ts';
import type { TrashTable } from './trash-table.ts';

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
  /** The folder of the root lies elsewhere now; all that is known of its contents stays true. */
  setPlace(id: RootId, place: RootPlacement): void;
  /**
   * Forgets all that was observed and agreed on below a pair, as if it had just been linked: equal contents are adopted,
   * unequal ones are both kept, nothing is deleted (sync-engine.md 8). The object of `root(id)` is no longer good.
   */
  startAnew(id: RootId, place: RootPlacement & { readonly fingerprint: Fingerprint }): void;
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
  readonly borders: BorderTable;
  readonly trash: TrashTable;
  readonly reuse: ReuseTable;

  /** All or nothing; may be nested, the outermost one commits. */
  transaction<T>(work: () => T): T;
  /** All that was committed by now survives a loss of power as well. */
  flush(): void;
  /** A copy to try things on: nothing of it comes back. It is gone when it is closed. */
  copy(): Promise<Store>;
  /** Where a file that could not be opened was put when this one was made in its place; null: it opened. */
  readonly setAside: string | null;
  /** Ends cleanly: the next start needs no check. Calling it twice does no harm. */
  close(): void;
}
