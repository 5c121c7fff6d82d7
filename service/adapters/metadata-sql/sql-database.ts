import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** A database that holds the service's tables. What each of its promises means stands in the port. */
export interface SqlDatabase {
  write<T>(work: (connection: Kysely<Tables>) => Promise<T>): Promise<T>;
  read<T>(work: (connection: Kysely<Tables>) => Promise<T>): Promise<T>;
  checkIntegrity(): Promise<readonly string[]>;
  backup(file: string): Promise<void>;
  /** The tables of the service in the order of their making: what a table refers to comes before it. */
  describeTables(): Promise<readonly TableShape[]>;
  close(): Promise<void>;
}

/** A table as a copy has to know it; `key` is the primary key, empty when there is none. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}
