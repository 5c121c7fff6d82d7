import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { copyRows } from '../../service/adapters/metadata-sql/copy-rows.ts';
import { openPostgresDatabase } from '../../service/adapters/metadata-sql/postgres/postgres-database.ts';
import { openSqliteDatabase } from '../../service/adapters/metadata-sql/sqlite/sqlite-database.ts';
import { explanationOf } from '../../service/error-sentence.ts';
import { newQuickFolder } from '../support/files/quick-folder.ts';
import { dropDatabase, newDatabaseWithTables } from '../support/servers/test-servers.ts';
import { copyEmptyTables } from '../support/service/empty-tables.ts';
import { olderUser } from '../support/service/older-database.ts';

it.each(['SQLite', 'PostgreSQL'])('a copy into %s names the row that the database refuses', async (kind) => {
  const folder = await newQuickFolder('tandem-refused-copy-');
  const [from, into] = [join(folder, 'from.sqlite'), join(folder, 'into.sqlite')];
  for (const file of [from, into]) await copyEmptyTables(file);
  const planted = new Sqlite(from);
  for (const id of [41, 42, 43]) planted.exec(olderUser(id));
  planted.exec(`update "user" set name = 'a' || char(0) || 'b' where id = 42`);
  planted.close();

  const url = kind === 'SQLite' ? null : await newDatabaseWithTables();
  const source = await openSqliteDatabase(from);
  const target = url === null ? await openSqliteDatabase(into) : await openPostgresDatabase({ url, readers: 1 });
  const error = await copyRows(source, target, { kind: 'service', now: 0 }).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(explanationOf(error)).toBe(
    'The column "name" of row 42 in the table "user" contains the character U+0000, which cannot be stored. Remove it there, then repeat the copy.',
  );
  await Promise.all([source.close(), target.close()]);
  if (url !== null) await dropDatabase(url);
  await rm(folder, { recursive: true });
});
