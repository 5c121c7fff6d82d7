import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** A database with the service's tables. The port documents what each method promises. */
export interface SqlDatabase {
  write<T>(work: (connection: Kysely<Tables>) => Promise<T>): Promise<T>;
  read<T>(work: (connection: Kysely<Tables>) => Promise<T>): Promise<T>;
  checkIntegrity(): Promise<readonly string[]>;
  backup(file: string): Promise<void>;
  /** The service's tables in order of creation, so that a referenced table comes first. */
  describeTables(): Promise<readonly TableShape[]>;
  close(): Promise<void>;
}

/** The shape of a table for copying; `key` is the primary key, empty if there is none. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}
