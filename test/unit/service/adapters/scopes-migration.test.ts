import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { expect, test } from 'vitest';
import { up as scopes } from '../../../../service/adapters/metadata-sql/migrations/changes/upkeep/0019-scopes.ts';
import { up as first } from '../../../../service/adapters/metadata-sql/migrations/tables/0001-first.ts';

test('the rows that transactions lock are there, and contents released before count as released long ago', async () => {
  const database = new Sqlite(':memory:');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) });
  await first(db);
  database.exec("insert into released_blob (blob_id) values ('old')");

  await scopes(db);

  const locked = database.prepare('select name from scope_lock order by name').pluck().all();
  expect(locked).toEqual(['enterprise', 'gate']);
  database.exec("insert into released_blob (blob_id, released_at) values ('new', 5)");
  expect(database.prepare('select blob_id, released_at from released_blob order by blob_id').all()).toEqual([
    { blob_id: 'new', released_at: 5 },
    { blob_id: 'old', released_at: 0 },
  ]);
  expect(() => database.exec("insert into scope_lock values ('gate')")).toThrow('UNIQUE');
  await db.destroy();
});
