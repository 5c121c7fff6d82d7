import { describe, expect, it } from 'vitest';
import { type OlderDatabase, olderPostgres, olderSqlite, olderUser } from '../../../support/service/older-database.ts';

/** More levels than SQLite cascades through. */
const depth = 1100;

/** A file with a chain of replies of the version before, in which each reply answered the one before it, and another comment. */
const olderRows = [
  olderUser(1),
  `insert into item (id, kind, owner_id, parent_id, name, name_key, description, etag, sequence_id, size, tags, created_at, modified_at,
      content_created_at, content_modified_at, created_by, modified_by)
    values (10, 0, 1, 2, 'a', 'a', '', 0, 0, 0, '[]', 0, 0, 0, 0, 1, 1)`,
  `insert into item_comment (id, item_id, reply_to, message, is_tagged, created_by, created_at, modified_at)
    with recursive numbered as (select 100 as id union all select id + 1 from numbered where id < ${depth + 99})
    select id, 10, case id when 100 then null else id - 1 end, 'm', 0, 1, 0, 0 from numbered`,
  `insert into item_comment (id, item_id, reply_to, message, is_tagged, created_by, created_at, modified_at)
    values (50, 10, null, 'm', 0, 1, 0, 0), (60, 10, 50, 'm', 0, 1, 0, 0)`,
];

function commentThreadsSuite(openPlace: () => Promise<OlderDatabase>): void {
  it('every reply of the version before joins the first comment of its thread, and the file can be deleted', async () => {
    await using place = await openPlace();
    await place.create('0030-doubtful-retentions');
    await place.run(olderRows);

    const store = await place.open();
    const threadOf = (id: string) => store.read(async ({ comments }) => (await comments.get(id))?.replyTo);
    expect(await store.read(({ comments }) => comments.listReplies('100'))).toHaveLength(depth - 1);
    expect([await threadOf('100'), await threadOf('50'), await threadOf('60')]).toEqual([null, null, '50']);
    await store.transaction((tx) => tx.items.delete(['10']));
    expect(await store.read(({ comments }) => comments.list('10', { offset: 0, limit: 5 }))).toEqual([]);
    expect(await store.checkIntegrity()).toEqual([]);
    await store.close();
  });
}

describe('replies join a thread in SQLite', () => {
  commentThreadsSuite(olderSqlite);
});

describe('replies join a thread in PostgreSQL', () => {
  commentThreadsSuite(olderPostgres);
});
