import type { Fingerprint } from '../model/entry.ts';
import type { RootId } from '../model/ids.ts';
import type { CountedTime } from './history/counted-time.ts';
import type { JournalTable } from './history/journal-table.ts';
import type { TrashTable } from './history/trash-table.ts';
import type { RootStore } from './root-store.ts';
import type { NewRoot, RootPlacement, RootRecord } from './root-table.ts';
import type { ReuseTable } from './transfers/reuse-table.ts';
import type { TransferTable } from './transfers/transfer-table.ts';
import type { BorderTable } from './trees/border-table.ts';

/**
 * The engine's memory: one SQLite file (WAL). Fully synchronous; only the file grows with the size of a tree. Outside a
 * `transaction` each write commits by itself.
 */
export interface Store {
  roots(): readonly RootRecord[];
  /** Links a pair, under its former id if it was linked before, and writes its root rows to all three trees. Does not validate: the caller has checked that the link is allowed. */
  addRoot(root: NewRoot): RootRecord;
  /** Removes a pair and all its rows; the journal and the local trash stay. Touches neither side. */
  removeRoot(id: RootId): void;
  setPaused(id: RootId, pausedUntilMs: number | null): void;
  /** The account of these roots, linked now or before, has another key now (`RootRecord.account`). Call it before any root is opened. */
  renameAccount(from: string, to: string): void;
  /** The root's folder has moved; everything known about its contents stays valid. */
  setPlace(id: RootId, place: RootPlacement): void;
  /**
   * Deletes all observations and agreements below a pair, as if it had just been linked: equal content is adopted, different
   * content is kept in both versions, and nothing is deleted (SPEC P60). Conflicts stay, and so do choices that this computer
   * alone knows (`SelectionTable.setOwnChoice`). Objects returned by `root(id)` before are invalid.
   */
  resetRoot(id: RootId, place: RootPlacement & { readonly fingerprint: Fingerprint }): void;
  /** Throws if there is no such root. Returns the same object for the same id. */
  root(id: RootId): RootStore;

  /**
   * Logical time: the next number, greater than all before. Taken before a listing is read, it orders the listing's results
   * against concurrent writes (see `LocalTable.putLocal`).
   */
  tick(): number;

  setting(name: string): string | null;
  /** Null removes it. */
  setSetting(name: string, value: string | null): void;
  /** `note` runs when the user's own rules or the items kept on this computer only have changed, within the transaction. */
  onChoice(note: () => void): void;

  /** How long the journal and the trash have kept something. */
  readonly counted: CountedTime;
  readonly journal: JournalTable;
  readonly transfers: TransferTable;
  readonly borders: BorderTable;
  readonly trash: TrashTable;
  readonly reuse: ReuseTable;

  /** Atomic; may be nested, the outermost one commits. */
  transaction<T>(work: () => T): T;
  /** Makes all commits so far survive a power cut. */
  flush(): void;
  /** A copy for trial runs: no change flows back. Deleted when closed. */
  copy(): Promise<Store>;
  /** The new path of a damaged file that this store replaces; null: it opened normally. */
  readonly setAside: string | null;
  /** The damage that this store has met since it was opened (SPEC P59); null: none. */
  damage(): Error | null;
  /** Closes cleanly, so the next start needs no check unless damage was met. Safe to call twice. */
  close(): void;
}
