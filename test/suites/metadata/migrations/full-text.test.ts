import { describe, expect, it } from 'vitest';
import type { WordField, WordQuery } from '../../../../service/ports/metadata/notes/search-words.ts';
import { type OlderDatabase, olderPostgres, olderSqlite, olderUser } from '../../../support/service/older-database.ts';

/** More than one step of the migration takes. */
const many = 5100;
const commentId = 100_000;

/** The rows of the version before the full-text index: items 10 and on, of which the first has a comment. */
const olderRows = [
  olderUser(1),
  `insert into item (id, kind, owner_id, parent_id, name, name_key, description, etag, sequence_id, size, tags, created_at, modified_at,
      content_created_at, content_modified_at, created_by, modified_by)
    with recursive numbered as (select 10 as id union all select id + 1 from numbered where id < ${many + 9})
    select id, 0, 1, 2, 'i' || id, 'i' || id, '', 0, 0, 0, '[]', 0, 0, 0, 0, 1, 1 from numbered`,
  `insert into search_word (owner_id, word, item_id, field, source_id)
    select owner_id, name, id, 1, 0 from item where parent_id is not null`,
  `insert into search_word (owner_id, word, item_id, field, source_id)
    select owner_id, 'item', id, 1, 0 from item where parent_id is not null`,
  `insert into search_word (owner_id, word, item_id, field, source_id)
    values (1, 'größe', 10, 2, 0), (1, '日', 10, 3, 0), (1, 'said', 10, 4, ${commentId}), (1, 'größe', 10, 4, ${commentId})`,
];

function takeOverSuite(openPlace: () => Promise<OlderDatabase>): void {
  it('finds every word of the version before, from every field and comment', async () => {
    await using place = await openPlace();
    await place.create('0020-use-series');
    await place.run(olderRows);

    const store = await place.open();
    const find = (
      word: string,
      { fields, ownerIds, isPrefix }: Pick<WordQuery, 'fields' | 'ownerIds'> & { isPrefix: boolean },
    ) => {
      const anyOf = [{ all: [{ word, isPrefix }], none: [] }];
      const page = { filter: { isLive: false }, before: null, limit: 10_000 };
      return store.read(({ words }) => words.findItems({ ownerIds, anyOf, fields, ...page }));
    };
    const found = async (word: string, fields: readonly WordField[], isPrefix = false) =>
      (await find(word, { fields, ownerIds: ['1'], isPrefix })).itemIds;
    expect(await found('item', ['name'])).toHaveLength(many);
    const ofEveryone = { fields: ['name'], ownerIds: null, isPrefix: false } as const;
    expect((await find('item', ofEveryone)).itemIds).toHaveLength(many);
    expect((await find('i5109', ofEveryone)).itemIds).toEqual(['5109']);
    expect(await found('i5109', ['name'])).toEqual(['5109']);
    expect(await found('größe', ['description'])).toEqual(['10']);
    expect(await found('größ', ['description'], true)).toEqual([]);
    expect(await found('日', ['tags'])).toEqual(['10']);
    expect(await found('日', ['name', 'description', 'comments'])).toEqual([]);
    expect(await found('said', ['comments'])).toEqual(['10']);
    await store.transaction((tx) => tx.words.remove({ itemId: '10', commentId: String(commentId) }));
    expect(await found('said', ['comments'])).toEqual([]);
    await store.transaction((tx) => tx.items.delete(['5109']));
    expect(await found('i510', ['name'], true)).toHaveLength(10);
    expect(await store.checkIntegrity()).toEqual([]);
    await store.close();
    await expect(place.run(['select count(*) from search_word'])).rejects.toThrow('search_word');
  });
}

describe('the full-text index takes over an older database in SQLite', () => {
  takeOverSuite(olderSqlite);
});

describe('the full-text index takes over an older database in PostgreSQL', () => {
  takeOverSuite(olderPostgres);
});
