import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../service/adapters/metadata-sql/sqlite/open-sqlite-store.ts';
import { contentsIdSetting } from '../../service/ports/metadata-store.ts';
import { newQuickFolder } from '../support/files/quick-folder.ts';
import { openInPostgres, openInSqlite } from './metadata/adapters.ts';

it.each([
  ['SQLite', openInSqlite],
  ['PostgreSQL', openInPostgres],
])('a backup of a database in %s keeps the id that its contents have', async (_, open) => {
  await using from = await open();
  await from.store.transaction((tx) => tx.putSetting(contentsIdSetting, 'the id'));
  const folder = await newQuickFolder('tandem-backup-');
  const file = join(folder, 'backup.sqlite');
  await from.store.backup(file);
  const copy = await openSqliteStore(file, { now: () => 1 });
  expect(await copy.read(async (reads) => reads.setting(contentsIdSetting))).toBe('the id');
  await copy.close();
  await rm(folder, { recursive: true });
});
