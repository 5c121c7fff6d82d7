import { expect, it } from 'vitest';
import { olderSqlite, olderUser } from '../../../support/service/older-database.ts';

const nul = (text: string) => `'${text}' || char(0) || '${text}'`;

/** A file from a file request. PostgreSQL never stored such texts. */
const olderRows = [
  olderUser(1),
  `insert into item (id, kind, owner_id, name, name_key, description, etag, sequence_id, size, tags, created_at, modified_at,
      content_created_at, content_modified_at, created_by, modified_by, version_id, version_number, sha1, uploader_display_name)
    values (7, 1, 1, 'f', 'f', ${nul('hello')}, 0, 0, 1, '[]', 0, 0, 0, 0, 1, 1, 8, 1, '', ${nul('ann')})`,
  `insert into file_version (id, file_id, number, blob_id, sha1, size, name, created_at, modified_at, modified_by,
      content_created_at, content_modified_at, uploader_display_name)
    values (8, 7, 1, 'b', '', 1, 'f', 0, 0, 1, 0, 0, ${nul('ann')})`,
];

it('texts with U+0000 in an older database in SQLite lose that character, so that their items can be changed', async () => {
  await using database = await olderSqlite();
  await database.create('0034-zip-networks');
  await database.run(olderRows);

  const store = await database.open();
  const [item, [version]] = await store.read(async ({ items, versions }) => [
    await items.get('7'),
    await versions.listOfFiles(['7']),
  ]);
  expect(item).toMatchObject({ description: 'hellohello', uploaderDisplayName: 'annann' });
  expect(version).toMatchObject({ uploaderDisplayName: 'annann' });
  await store.close();
});
