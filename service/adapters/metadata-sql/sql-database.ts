import type { Kysely, RawBuilder } from 'kysely';
import type { TransactionScope } from '../../ports/metadata-store.ts';
import type { TextIndex } from './notes/text-index.ts';
import type { EventToAppend } from './streams/event-rows.ts';
import type { Tables } from './tables.ts';

/** Where the SQL of the two databases differs. */
export interface SqlDialect {
  readonly textIndex: TextIndex;
  /** A text column as a JSON string. */
  jsonString(column: string): RawBuilder<string>;
  /** A long text as its bytes in UTF-8, where that saves making a string of it. */
  inBytes(text: RawBuilder<string>): RawBuilder<string | Uint8Array>;
  /** Statements that delete all rows of these tables. A table comes before those that it refers to. */
  emptying(tables: readonly string[]): readonly RawBuilder<unknown>[];
  /** Statements that make numbers which the database gives by itself continue above those of copied rows. */
  readonly afterCopy: readonly RawBuilder<unknown>[];
}

/** A database with the service's tables. The port documents what each method promises. */
export interface SqlDatabase extends SqlDialect {
  write<T>(scope: TransactionScope, work: (writer: SqlWriter) => Promise<T>): Promise<T>;
  read<T>(work: (connection: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** The same for a work of a single statement, which needs no transaction. */
  readOnce<T>(work: (connection: Kysely<Tables>) => Promise<T>): Promise<T>;
  /**
   * Returns another number once another connection has committed, without a round trip. Null: this database cannot tell, so nothing
   * that it holds may be kept in memory.
   */
  readonly changesByOthers: (() => number) | null;
  checkIntegrity(): Promise<readonly string[]>;
  backup(file: string): Promise<void>;
  /** The service's tables in order of creation, so that a referenced table comes first. */
  describeTables(): Promise<readonly TableShape[]>;
  close(): Promise<void>;
}

/** The connection of a transaction, with what the two databases do differently. */
export interface SqlWriter {
  readonly db: Kysely<Tables>;
  /** See the port. */
  requireTrees(ownerIds: readonly string[]): Promise<void>;
  /** Takes the next ids and returns the last of them. They are above every id that any process has taken so far. */
  nextIds(count: number): Promise<number>;
  appendEvent(event: EventToAppend): Promise<void>;
  /** Events of this commit that get their position at its end; none where they get it at once. */
  pendingEvents(): readonly EventToAppend[];
  /** Ends a select that keeps its rows from being deleted until the transaction ends. */
  readonly keepRow: RawBuilder<unknown>;
  /** Ends a select that locks its rows until the transaction ends. */
  readonly lockRow: RawBuilder<unknown>;
  /** Ends a select that skips rows which other transactions currently change or refer to in a new row, and locks the others. */
  readonly skipTaken: RawBuilder<unknown>;
}

/** The shape of a table for copying; `key` is the primary key, empty if there is none. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}
