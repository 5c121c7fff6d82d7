import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { openPostgresStore } from '../../../service/adapters/metadata-sql/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../../service/adapters/metadata-sql/sqlite/open-sqlite-store.ts';
import { systemClock } from '../../../service/adapters/system-clock.ts';
import type { MetadataStore } from '../../../service/ports/metadata-store.ts';
import { dropDatabase, newDatabase } from '../servers/test-servers.ts';

/** A database that statements make into one of an older version while no store has it open. */
export interface OlderDatabase extends AsyncDisposable {
  open(): Promise<MetadataStore>;
  run(statements: readonly string[]): Promise<void>;
}

/** In an SQLite file. */
export async function olderSqlite(): Promise<OlderDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'tandem-older-'));
  const file = join(directory, 'metadata.sqlite');
  return {
    open: async () => openSqliteStore(file, systemClock),
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
