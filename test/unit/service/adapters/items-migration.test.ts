import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { expect, test } from 'vitest';
import { up as first } from '../../../../service/adapters/metadata-sql/migrations/tables/0001-first.ts';
import { up as items } from '../../../../service/adapters/metadata-sql/migrations/tables/0002-items.ts';

test('items of the first version keep their tags, and their contents the name of who brought them', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tandem-migration-'));
  const database = new Sqlite(join(directory, 'metadata.sqlite'));
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) });
  await first(db);
  database.exec(`
    insert into "user" values (1, 'ann', 'ann', 'Ann', 'admin', 'active', 2, 'en', 'UTC', null, 0, 1, 1);
    insert into item (id, kind, owner_id, parent_id, name, name_key, description, etag, sequence_id, size, tags,
      created_at, modified_at, content_created_at, content_modified_at, created_by, modified_by, version_id, version_number)
    values (2, 0, 1, null, 'All Files', 'all files', '', 0, 0, 0, '[]', 1, 1, 1, 1, 1, 1, null, null),
      (3, 1, 1, 2, 'a', 'a', '', 0, 0, 0, '["red","blue","red"]', 1, 1, 1, 1, 1, 7, 4, 1);
    insert into file_version values (4, 3, 1, 'blob', 'sha', 0, 'a', 1, 1, 1, 1, 1, 'Somebody Else', null, null, null, null)`);

  await items(db);

  const file = database.prepare('select uploader_display_name, lock, url from item where id = 3').get();
  expect(file).toEqual({ uploader_display_name: 'Somebody Else', lock: null, url: null });
  const tags = database.prepare('select name, tagged_by from item_tag where item_id = 3 order by name').all();
  expect(tags).toEqual([
    { name: 'blue', tagged_by: 7 },
    { name: 'red', tagged_by: 7 },
  ]);
  expect(database.prepare('select name from tag order by name').all()).toEqual([{ name: 'blue' }, { name: 'red' }]);
  await db.destroy();
  await rm(directory, { recursive: true, force: true });
});
