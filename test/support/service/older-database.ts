import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type Dialect, Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { migrations } from '../../../service/adapters/metadata-sql/migrations/all.ts';
import { openPostgresStore } from '../../../service/adapters/metadata-sql/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../../service/adapters/metadata-sql/sqlite/open-sqlite-store.ts';
import { systemClock } from '../../../service/adapters/system-clock.ts';
import type { MetadataStore } from '../../../service/ports/metadata-store.ts';
import { dropDatabase, newDatabase } from '../servers/test-servers.ts';

/** A database of an older version, whose rows come from statements while no store has it open. */
export interface OlderDatabase extends AsyncDisposable {
  open(): Promise<MetadataStore>;
  /** Creates the tables of an older version: as they were after this migration. */
  create(lastMigration: string): Promise<void>;
  run(statements: readonly string[]): Promise<void>;
}

/** A row of a user, as a statement. */
export const olderUser = (id: number) => `insert into "user"
  (id, login, login_key, name, name_key, role, status, root_id, language, timezone, space_used, created_at, modified_at)
  values (${id}, '${id}', '${id}', '${id}', '${id}', 'user', 'active', 0, 'en', 'UTC', 0, 0, 0)`;

/** In an SQLite file. */
export async function olderSqlite(): Promise<OlderDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'tandem-older-'));
  const file = join(directory, 'metadata.sqlite');
  return {
    open: async () => openSqliteStore(file, systemClock),
    create: async (last) => migrateTo(last, new SqliteDialect({ database: new Sqlite(file) })),
    run: async (statements) => {
      const database = new Sqlite(file);
      try {
        for (const statement of statements) database.exec(statement);
      } finally {
        database.close();
      }
    },
    [Symbol.asyncDispose]: async () => rm(directory, { recursive: true, force: true }),
  };
}

/** In a PostgreSQL database. */
export async function olderPostgres(): Promise<OlderDatabase> {
  const url = await newDatabase();
  return {
    open: async () => openPostgresStore({ url, readers: 1 }, systemClock),
    create: async (last) =>
      migrateTo(last, new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) })),
    run: async (statements) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        for (const statement of statements) await client.query(statement);
      } finally {
        await client.end();
      }
    },
    [Symbol.asyncDispose]: async () => dropDatabase(url),
  };
}

async function migrateTo(last: string, dialect: Dialect): Promise<void> {
  const db = new Kysely<unknown>({ dialect });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
    const { error } = await migrator.migrateTo(last);
    if (error !== undefined) throw new Error(`The tables cannot be migrated to ${last}.`, { cause: error });
  } finally {
    await db.destroy();
  }
}
