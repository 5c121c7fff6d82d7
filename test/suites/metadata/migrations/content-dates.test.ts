import { describe, expect, it } from 'vitest';
import { type OlderDatabase, olderPostgres, olderSqlite, olderUser } from '../../../support/service/older-database.ts';

const olderFile = `insert into item
  (id, kind, owner_id, name, name_key, description, etag, sequence_id, size, tags, created_at, modified_at,
    content_created_at, content_modified_at, created_by, modified_by, version_id, version_number, sha1, uploader_display_name)
  values (10, 1, 1, '10', '10', '', 0, 0, 1, '[]', 0, 0, 4, 5, 1, 1, 12, 2, '', '')`;

const olderVersion = (id: number, number: number) => `insert into file_version
  (id, file_id, number, blob_id, sha1, size, name, created_at, modified_at, modified_by, content_created_at, content_modified_at,
    uploader_display_name)
  values (${id}, 10, ${number}, 'a', '', 1, '10', 0, 0, 1, 1, 2, '')`;

function suite(openDatabase: () => Promise<OlderDatabase>): void {
  it('are those of its file if it is the current one', async () => {
    await using database = await openDatabase();
    await database.create('0041-expiring-locks');
    await database.run([olderUser(1), olderFile, olderVersion(11, 1), olderVersion(12, 2)]);
    const store = await database.open();
    expect(await store.read(({ versions }) => versions.listOldest('10', 2))).toMatchObject([
      { id: '11', contentCreatedAt: 1, contentModifiedAt: 2 },
      { id: '12', contentCreatedAt: 4, contentModifiedAt: 5 },
    ]);
    await store.close();
  });
}

describe('the content dates of a version of an older database in SQLite', () => suite(olderSqlite));

describe('the content dates of a version of an older database in PostgreSQL', () => suite(olderPostgres));
