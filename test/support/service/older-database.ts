import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type Dialect, Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { applyMigration, pendingMigrations } from '../../../service/adapters/metadata-sql/migrate-schema.ts';
import { openPostgresStore } from '../../../service/adapters/metadata-sql/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../../service/adapters/metadata-sql/sqlite/open-sqlite-store.ts';
import type { Tables } from '../../../service/adapters/metadata-sql/tables.ts';
import { systemClock } from '../../../service/adapters/system-clock.ts';
import type { MetadataStore } from '../../../service/ports/metadata-store.ts';
import { dropDatabase, newDatabase } from '../servers/test-servers.ts';

/** A database of an older version, whose rows come from statements while no store has it open. */
export interface OlderDatabase extends AsyncDisposable {
  /** Opens it with this version, which updates it; `say` receives what the update waits for. */
  open(say?: (sentence: string) => void): Promise<MetadataStore>;
  /** Creates the tables of an older version: as they were after this migration. */
  create(lastMigration: string): Promise<void>;
  run(statements: readonly string[]): Promise<void>;
  /** The migrations that it has been through, in order. */
  migrations(): Promise<readonly string[]>;
}

/** A row of a user, as a statement. */
export const olderUser = (id: number) => `insert into "user"
  (id, login, login_key, name, name_key, role, status, root_id, language, timezone, space_used, created_at, modified_at)
  values (${id}, '${id}', '${id}', '${id}', '${id}', 'user', 'active', 0, 'en', 'UTC', 0, 0, 0)`;

const recorded = 'select name from kysely_migration order by name';

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
    migrations: async () => {
      const database = new Sqlite(file, { readonly: true });
      try {
        return database.prepare<[], string>(recorded).pluck().all();
      } finally {
        database.close();
      }
    },
    [Symbol.asyncDispose]: async () => rm(directory, { recursive: true, force: true }),
  };
}

/** In a PostgreSQL database. */
export async function olderPostgres(): Promise<OlderDatabase & { readonly url: string }> {
  const url = await newDatabase();
  return {
    url,
    open: async (say) => openPostgresStore({ url, readers: 1, ...(say && { say }) }, systemClock),
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
    migrations: async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query<{ name: string }>(recorded)).rows.map(({ name }) => name);
      } finally {
        await client.end();
      }
    },
    [Symbol.asyncDispose]: async () => dropDatabase(url),
  };
}

async function migrateTo(last: string, dialect: Dialect): Promise<void> {
  const db = new Kysely<Tables>({ dialect });
  try {
    for (const pending of await pendingMigrations(db)) {
      if (pending.name > last) return;
      await db.transaction().execute(async (transaction) => applyMigration(transaction, pending));
    }
  } finally {
    await db.destroy();
  }
}
