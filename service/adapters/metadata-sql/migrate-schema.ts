import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/all.ts';
import type { Tables } from './tables.ts';

/** Migrates the tables to this version within the current transaction of the connection; `finish` ends it. */
export async function migrateSchema(connection: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db: connection,
    provider: { getMigrations: async () => ({ ...migrations }) },
    disableTransactions: true,
  });
  const { error } = await migrator.migrateToLatest();
  await sql.raw(error === undefined ? 'commit' : 'rollback').execute(connection);
  if (error !== undefined)
    throw new Error('The metadata cannot be migrated to the schema of this version.', { cause: error });
}
