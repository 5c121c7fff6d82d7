import { describe, expect, it } from 'vitest';
import type { WordField } from '../../../../service/ports/metadata/notes/search-words.ts';
import { type OlderDatabase, olderPostgres, olderSqlite } from '../../../support/service/older-database.ts';
import { ann, folder } from '../metadata-store.ts';

/** More than one step of the migration takes. */
const many = 5100;
const commentId = 100_000;

/** Makes the tables and rows of the version before the full-text index: items 10 and on, of which the first has a comment. */
const olderTables = [
  `delete from kysely_migration where name >= '0021'`,
  `drop table zip_download`,
  `drop table search_document`,
  `alter table token drop column is_narrowed`,
  `create table search_word (
    owner_id bigint not null, word text not null, item_id bigint not null references item (id) on delete cascade,
    field integer not null, source_id bigint not null, primary key (owner_id, word, item_id, field, source_id))`,
  `create index search_word_item on search_word (item_id, word)`,
];
const olderRows = [
  `insert into search_word (owner_id, word, item_id, field, source_id)
    select owner_id, name, id, 1, 0 from item where parent_id is not null`,
  `insert into search_word (owner_id, word, item_id, field, source_id)
    select owner_id, 'item', id, 1, 0 from item where parent_id is not null`,
  `insert into search_word (owner_id, word, item_id, field, source_id)
    values (1, 'größe', 10, 2, 0), (1, '日', 10, 3, 0), (1, 'said', 10, 4, ${commentId}), (1, 'größe', 10, 4, ${commentId})`,
];

function takeOverSuite(openPlace: () => Promise<OlderDatabase>, dropIndex: readonly string[]): void {
  it('finds every word of the version before, from every field and comment', async () => {
    await using place = await openPlace();
    const before = await place.open();
    await before.transaction(async (tx) => {
      await tx.users.insert(ann);
      await tx.items.insert(folder('2', 'root', { parentId: null }), 'root');
      const ids = Array.from({ length: many }, (_, index) => String(index + 10));
      await tx.items.insertMany(ids.map((id) => ({ item: folder(id, `i${id}`), nameKey: `i${id}` })));
    });
    await before.close();
    await place.run([...dropIndex, ...olderTables, ...olderRows]);

    const store = await place.open();
    const found = (word: string, fields: readonly WordField[], isPrefix = false) =>
      store.read(({ words }) =>
        words.findItems({ ownerId: '1', all: [{ word, isPrefix }], none: [], fields, limit: 10_000 }),
      );
    expect(await found('item', ['name'])).toHaveLength(many);
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
  takeOverSuite(olderSqlite, ['drop table search_index']);
});

describe('the full-text index takes over an older database in PostgreSQL', () => {
  takeOverSuite(olderPostgres, []);
});
