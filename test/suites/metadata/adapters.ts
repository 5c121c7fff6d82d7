import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openPostgresStore } from '../../../service/adapters/metadata-sql/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../../service/adapters/metadata-sql/sqlite/open-sqlite-store.ts';
import { systemClock } from '../../../service/adapters/system-clock.ts';
import { newQuickFolder } from '../../support/files/quick-folder.ts';
import { dropDatabase, newDatabaseWithTables } from '../../support/servers/test-servers.ts';
import { copyEmptyTables } from '../../support/service/empty-tables.ts';

/** A store with empty tables in an SQLite file. */
export async function openInSqlite() {
  const directory = await newQuickFolder('tandem-metadata-');
  const file = join(directory, 'metadata.sqlite');
  await copyEmptyTables(file);
  const store = await openSqliteStore(file, systemClock);
  return {
    store,
    openAnother: async () => openSqliteStore(file, systemClock),
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A store with empty tables in a PostgreSQL database. */
export async function openInPostgres() {
  const url = await newDatabaseWithTables();
  const openAnother = async () => openPostgresStore({ url, readers: 4 }, systemClock);
  const store = await openAnother();
  return {
    url,
    store,
    openAnother,
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await dropDatabase(url);
    },
  };
}
