import type { Kysely } from 'kysely';
import type { HubReads, HubWrites } from '../../../ports/metadata/surfaces/hubs.ts';
import { toKey } from '../ids.ts';
import type { SqlWriter } from '../sql-database.ts';
import type { Tables } from '../tables.ts';
import { hubCollaborations } from './hub-collaborations.ts';
import { hubContents } from './hub-contents.ts';
import { listHubs } from './hub-listing.ts';
import { fromHubRow, toHubRow } from './hub-rows.ts';

/** Hubs in SQL. */
export function sqlHubs(writer: SqlWriter): HubWrites {
  const { db } = writer;
  return { ...hubReads(db), ...hubCollaborations(db), ...hubContents(writer), ...hubWrites(db) };
}

function hubReads(db: Kysely<Tables>): Pick<HubReads, 'get' | 'list'> {
  return {
    get: async (id) => {
      const row = await db.selectFrom('hub').selectAll().where('id', '=', toKey(id)).executeTakeFirst();
      return row ? fromHubRow(row) : null;
    },
    list: (query) => listHubs(db, query),
  };
}

function hubWrites(db: Kysely<Tables>): Pick<HubWrites, 'insert' | 'update' | 'delete' | 'noteVisit'> {
  return {
    insert: async (hub) => void (await db.insertInto('hub').values(toHubRow(hub)).execute()),
    update: async (hub) => {
      const { id, ...columns } = toHubRow(hub);
      await db.updateTable('hub').set(columns).where('id', '=', id).execute();
    },
    delete: async (id) => {
      const hub = toKey(id);
      for (const table of ['hub_item', 'hub_block', 'hub_page', 'hub_collaboration', 'hub_visit'] as const) {
        await db.deleteFrom(table).where('hub_id', '=', hub).execute();
      }
      await db.deleteFrom('hub').where('id', '=', hub).execute();
    },
    noteVisit: async (hubId, { userId, at, isCounted }) => {
      const visit = { hub_id: toKey(hubId), user_id: toKey(userId), visited_at: at };
      const insert = db.insertInto('hub_visit').values(visit);
      await insert
        .onConflict((conflict) => conflict.columns(['hub_id', 'user_id']).doUpdateSet({ visited_at: at }))
        .execute();
      if (!isCounted) return;
      const more = db.updateTable('hub').set((row) => ({ view_count: row('view_count', '+', 1) }));
      await more.where('id', '=', toKey(hubId)).execute();
    },
  };
}
