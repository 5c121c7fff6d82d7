import { type Kysely, sql } from 'kysely';
import { migrations } from './migrations/all.ts';
import type { LargeIndex, Migration } from './migrations/migration.ts';
import type { Tables } from './tables.ts';

/** A migration with the name under which the database records it. */
export interface NamedMigration {
  readonly name: string;
  readonly migration: Migration;
}

/** A newer version has changed the tables, and this one doesn't know how. */
class DatabaseTooNew extends Error {
  readonly code = 'database_too_new';
}

/** The migrations that a database lacks, in order; it may be empty. @throws DatabaseTooNew */
export async function pendingMigrations(db: Kysely<Tables>): Promise<readonly NamedMigration[]> {
  await sql`create table if not exists kysely_migration
    (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(db);
  return unrecordedMigrations(db);
}

/** The same for a database that records its migrations. Only reads. @throws DatabaseTooNew */
export async function unrecordedMigrations(db: Kysely<Tables>): Promise<readonly NamedMigration[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const recorded = new Set(rows.map(({ name }) => name));
  const unknown = [...recorded].find((name) => !Object.hasOwn(migrations, name));
  if (unknown !== undefined) {
    throw new DatabaseTooNew(
      `The database contains the change "${unknown}" of a newer version of tandem-service. Start that version or a later one.`,
    );
  }
  return Object.entries(migrations)
    .filter(([name]) => !recorded.has(name))
    .map(([name, migration]) => ({ name, migration }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Runs a migration and records it, both in the current transaction. No-op if another process has recorded it. */
export async function applyMigration(db: Kysely<Tables>, { name, migration }: NamedMigration): Promise<void> {
  // Recorded first: a second process then waits for this transaction.
  if (!(await recordMigration(db, name))) return;
  if ('up' in migration) await migration.up(db);
  else if (migration.inSqlite) await migration.inSqlite(db);
  else await sql.raw(createIndex(migration.index)).execute(db);
}

/** False if it is recorded already. */
export async function recordMigration(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } =
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})
    on conflict (name) do nothing returning name`.execute(db);
  return rows.length === 1;
}

/** The statement that creates an index; `how`: words of the database before its name. */
export const createIndex = ({ name, on }: LargeIndex, how = ''): string => `create index ${how} ${name} on ${on}`;
