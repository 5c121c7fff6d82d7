import { constants, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openSqliteDatabase } from '../../../service/adapters/metadata-sql/sqlite/sqlite-database.ts';
import { newQuickFolder } from '../files/quick-folder.ts';

/** Environment variable that names an SQLite file with the empty tables of this version. */
const variable = 'TANDEM_TEST_TABLES';

/** vitest global setup: migrates one database for the run. Tests start from a copy, since all the migrations take 100 ms. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await newQuickFolder('tandem-tables-');
  const file = join(folder, 'empty.db');
  const database = await openSqliteDatabase(file);
  await database.close();
  process.env[variable] = file;
  return async () => rm(folder, { recursive: true, force: true });
}

/** Creates a database file with empty tables unless it exists; without the global setup, the service creates it. */
export async function copyEmptyTables(file: string): Promise<void> {
  const tables = process.env[variable];
  if (tables === undefined) return;
  await copyFile(tables, file, constants.COPYFILE_EXCL).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
