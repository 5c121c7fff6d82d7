import type { Kysely } from 'kysely';
import type { TagWrites } from '../../../ports/metadata/items/tags.ts';
import { inChunks, toKey } from '../ids.ts';
import type { Tables } from '../tables.ts';

/** Tags in SQL. */
export function sqlTags(db: Kysely<Tables>): TagWrites {
  const known = async (names: readonly string[]) => {
    const rows = await inChunks(names, (chunk) =>
      db.selectFrom('tag').select('name').where('name', 'in', chunk).execute(),
    );
    return new Set(rows.map((row) => row.name));
  };
  return {
    known,
    count: async () => {
      const count = db.selectFrom('tag').select(({ fn }) => fn.countAll<number>().as('count'));
      return Number((await count.executeTakeFirstOrThrow()).count);
    },
    ofPerson: async (userId, limit) => {
      const tags = db.selectFrom('item_tag').select('name').distinct().where('tagged_by', '=', toKey(userId));
      return (await tags.orderBy('name').limit(limit).execute()).map((row) => row.name);
    },
    set: async (itemId, names, taggedBy) => {
      const item_id = toKey(itemId);
      const others = db.deleteFrom('item_tag').where('item_id', '=', item_id);
      await (names.length === 0 ? others : others.where('name', 'not in', names)).execute();
      if (names.length === 0) return;
      const tags = db.insertInto('tag').values(names.map((name) => ({ name })));
      await tags.onConflict((conflict) => conflict.doNothing()).execute();
      const rows = names.map((name) => ({ item_id, name, tagged_by: toKey(taggedBy) }));
      const insert = db.insertInto('item_tag').values(rows);
      await insert.onConflict((conflict) => conflict.doNothing()).execute();
    },
    forgetUnused: async () => {
      const unused = db.deleteFrom('tag').where(({ not, exists, selectFrom }) => {
        return not(exists(selectFrom('item_tag').select('item_id').whereRef('item_tag.name', '=', 'tag.name')));
      });
      await unused.execute();
    },
  };
}
