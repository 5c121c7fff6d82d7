import { type Kysely, sql } from 'kysely';
import { treeOf } from '../items/item-trees.ts';
import type { Tables } from '../tables.ts';

/** Up to this many items below a folder are checked one by one. For more, the shares are checked instead. */
const few = 500;

/**
 * The live items below a folder that may be shared. A small folder returns everything in it. For a large one, every share of the
 * service is followed up to the root: shares are few compared to items, and each costs one lookup per ancestor.
 */
export async function sharedBelow(db: Kysely<Tables>, folder: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive ${treeOf(folder)} select id from tree limit ${few + 1}`.execute(db);
  const below = rows.map(({ id }) => id).filter((id) => id !== folder);
  return rows.length <= few ? below : sharesBelow(db, folder);
}

async function sharesBelow(db: Kysely<Tables>, folder: number): Promise<readonly number[]> {
  // A cross join fixes the order: from the shares to their items, not from all items to their shares.
  const { rows } = await sql<{ id: number }>`
    with recursive path (id, above) as (
      select item.id, item.parent_id from collaboration cross join item
      where collaboration.status = 'accepted' and item.id = collaboration.item_id and item.trashed_at is null
      union
      select path.id, item.parent_id from path join item on item.id = path.above
    )
    select distinct id from path where above = ${folder}`.execute(db);
  return rows.map(({ id }) => id);
}
