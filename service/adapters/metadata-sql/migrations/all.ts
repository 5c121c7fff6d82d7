import type { Migration } from 'kysely/migration';
import { up as first } from './0001-first.ts';

/** Every step from nothing to the schema of this version, by name, in the order of the names. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first': { up: first },
};
