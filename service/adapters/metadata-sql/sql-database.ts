import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** A database that holds the service's tables. What each of its promises means stands in the port. */
export interface SqlDatabase {
  write<T>(work: (connection: Kysely<Tables>) => Promise<T>): Promise<T>;
  read<T>(work: (connection: Kysely<Tables>) => Promise<T>): Promise<T>;
  checkIntegrity(): Promise<readonly string[]>;
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}
