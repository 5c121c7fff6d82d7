import { describe, expect, it } from 'vitest';
import { type OlderDatabase, olderPostgres, olderSqlite, olderUser } from '../../../support/service/older-database.ts';

const olderFile = (id: number, lock: string) => `insert into item
  (id, kind, owner_id, name, name_key, description, etag, sequence_id, size, tags, created_at, modified_at,
    content_created_at, content_modified_at, created_by, modified_by, version_id, version_number, sha1, uploader_display_name, lock)
  values (${id}, 1, 1, '${id}', '${id}', '', 0, 0, 1, '[]', 0, 0, 0, 0, 1, 1, 8, 1, '', '', ${lock})`;

const lockUntil = (expiresAt: number | null) =>
  `'${JSON.stringify({ id: '9', createdBy: '1', createdAt: 1, expiresAt, isDownloadPrevented: false })}'`;

function suite(openDatabase: () => Promise<OlderDatabase>): void {
  it('are found once they have expired', async () => {
    await using database = await openDatabase();
    await database.create('0036-null-characters');
    const files = [olderFile(10, lockUntil(5)), olderFile(11, lockUntil(null)), olderFile(12, 'null')];
    await database.run([olderUser(1), ...files]);
    const store = await database.open();
    expect(await store.read(({ items }) => items.listLocksExpiredBy(5, 9, null))).toEqual([{ id: '10', expiresAt: 5 }]);
    await store.close();
  });
}

describe('locks of an older database in SQLite', () => suite(olderSqlite));

describe('locks of an older database in PostgreSQL', () => suite(olderPostgres));
