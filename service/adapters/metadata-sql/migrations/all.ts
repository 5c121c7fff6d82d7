import type { Migration } from 'kysely/migration';
import { up as first } from './0001-first.ts';
import { up as items } from './0002-items.ts';
import { up as sharing } from './0003-sharing.ts';
import { up as signIn } from './0005-sign-in.ts';
import { up as events } from './0006-events.ts';

/** Every step from nothing to the schema of this version, by name, in the order of the names. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first': { up: first },
  '0002-items': { up: items },
  '0003-sharing': { up: sharing },
  '0006-events': { up: events },
  '0005-sign-in': { up: signIn },
};
