import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyRows } from '../../service/adapters/metadata-sql/copy-rows.ts';
import { openPostgresDatabase } from '../../service/adapters/metadata-sql/postgres/postgres-database.ts';
import { openSqliteDatabase } from '../../service/adapters/metadata-sql/sqlite/sqlite-database.ts';
import { storeOnDatabase } from '../../service/adapters/metadata-sql/store-on-database.ts';
import { newQuickFolder } from '../support/files/quick-folder.ts';
import { dropDatabase, newDatabaseWithTables } from '../support/servers/test-servers.ts';
import { openInSqlite } from './metadata/adapters.ts';

/** An empty database, and how it is removed. */
type NewDatabase = (folder: string) => Promise<{
  readonly database: Awaited<ReturnType<typeof openSqliteDatabase>>;
  readonly remove: () => Promise<void>;
}>;

let made = 0;

const onSqlite: NewDatabase = async (folder) => {
  const database = await openSqliteDatabase(join(folder, `${++made}.sqlite`));
  return { database, remove: async () => undefined };
};
const onPostgres: NewDatabase = async () => {
  const url = await newDatabaseWithTables();
  return { database: await openPostgresDatabase({ url, readers: 1 }), remove: async () => dropDatabase(url) };
};

/** The first id that a copy of the backup gives at this time, and the second. */
async function idsAfterCopy(folder: string, backup: string, onNew: NewDatabase, now: number): Promise<number[]> {
  const source = await openSqliteDatabase(backup);
  const { database, remove } = await onNew(folder);
  await copyRows(source, database, { kind: 'service', now });
  await source.close();
  const store = storeOnDatabase(database, { now: () => now });
  const ids = await store.transaction(async (tx) => [Number(await tx.allocateId()), Number(await tx.allocateId())]);
  await store.close();
  await remove();
  return ids;
}

const second = 1000;
const [monday, tuesday] = [Date.UTC(2026, 0, 5), Date.UTC(2026, 0, 6)];

it.each([
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
])('a copy in %s gives no id that the original or an earlier copy gave since the backup', async (_, onNew) => {
  await using from = await openInSqlite();
  const folder = await newQuickFolder('tandem-copied-ids-');
  const backup = join(folder, 'backup.sqlite');
  await from.store.backup(backup);
  const lastOfOriginal = Number(await from.store.transaction((tx) => tx.allocateId()));

  const [first = 0, next] = await idsAfterCopy(folder, backup, onNew, monday);
  expect(first).toBeGreaterThan(lastOfOriginal + 2 ** 32);
  expect(next).toBe(first + 1);
  const [later = 0] = await idsAfterCopy(folder, backup, onNew, tuesday);
  // More than a service can give in a day.
  expect(later).toBeGreaterThan(first + (100_000 * (tuesday - monday)) / second);
  const [last = 0] = await idsAfterCopy(folder, backup, onNew, Date.UTC(2106, 0, 1));
  expect(last).toBeLessThan(2 ** 49);
  // A clock that stands at its beginning.
  const [unclocked = 0] = await idsAfterCopy(folder, backup, onNew, 0);
  expect(unclocked).toBeGreaterThan(lastOfOriginal + 2 ** 32 - 1000);
  await rm(folder, { recursive: true });
});
