import { type Kysely, type SqlBool, sql } from 'kysely';
import type { InteractionType } from '../../../../contract/resources/streams/recent-item.ts';
import type { RecentItemRecord, RecentItemWrites } from '../../../ports/metadata/streams/recent-items.ts';
import { toId, toKey } from '../ids.ts';
import { preparedForRow } from '../prepared.ts';
import type { RecentItemRow } from '../tables/notes.ts';
import type { Tables } from '../tables.ts';

/** Recent items in SQL. */
export function sqlRecentItems(db: Kysely<Tables>): RecentItemWrites {
  const putRow = preparedForRow<RecentItemRow>(db, (row) => {
    return db
      .insertInto('recent_item')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'item_id']).doUpdateSet(({ ref }) => ({
          interaction: ref('excluded.interaction'),
          interacted_at: ref('excluded.interacted_at'),
          by_link: ref('excluded.by_link'),
          link_item_id: ref('excluded.link_item_id'),
          link_stamp: ref('excluded.link_stamp'),
        })),
      );
  });
  return {
    list: async ({ userId, since, after, limit, onlyByLink }) => {
      const all = db
        .selectFrom('recent_item')
        .selectAll()
        .where('user_id', '=', toKey(userId))
        .where('interacted_at', '>=', since);
      const recent = onlyByLink ? all.where('link_item_id', 'is not', null) : all;
      const behind =
        after === null
          ? recent
          : recent.where(sql<SqlBool>`(interacted_at, item_id) < (${after.interactedAt}, ${toKey(after.itemId)})`);
      const rows = await behind.orderBy('interacted_at', 'desc').orderBy('item_id', 'desc').limit(limit).execute();
      return rows.map(fromRow);
    },
    put: async (recent) => void (await putRow(toRow(recent))),
    deleteBefore: async (time, limit) => {
      const old = db.selectFrom('recent_item').select('interacted_at').where('interacted_at', '<', time);
      const last = await old.orderBy('interacted_at').offset(limit).limit(1).executeTakeFirst();
      const tooOld = db.deleteFrom('recent_item').where('interacted_at', '<', time);
      const some = last === undefined ? tooOld : tooOld.where('interacted_at', '<=', last.interacted_at);
      const result = await some.executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

function fromRow(row: RecentItemRow): RecentItemRecord {
  return {
    userId: toId(row.user_id),
    itemId: toId(row.item_id),
    // The column holds what `toRow` wrote.
    interaction: row.interaction as InteractionType,
    interactedAt: row.interacted_at,
    link:
      row.link_item_id === null || row.link_stamp === null
        ? null
        : { itemId: toId(row.link_item_id), stamp: row.link_stamp },
  };
}

function toRow(recent: RecentItemRecord): RecentItemRow {
  return {
    user_id: toKey(recent.userId),
    item_id: toKey(recent.itemId),
    interaction: recent.interaction,
    interacted_at: recent.interactedAt,
    by_link: recent.link === null ? 0 : 1,
    link_item_id: recent.link === null ? null : toKey(recent.link.itemId),
    link_stamp: recent.link?.stamp ?? null,
  };
}
