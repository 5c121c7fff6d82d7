import { sql } from 'kysely';
import type { WebhookTrigger } from '../../../../contract/resources/streams/webhook.ts';
import type { WebhookCreator, WebhookRecord, WebhookWrites } from '../../../ports/metadata/streams/webhooks.ts';
import { toId, toKey } from '../ids.ts';
import { preparedForKeys } from '../prepared.ts';
import type { SqlWriter } from '../sql-database.ts';
import type { WebhookRow } from '../tables/webhooks.ts';
import { sqlWebhookDeliveries, unusedContents, unusedContentsOf } from './webhook-deliveries.ts';
import { sqlWebhookLeases } from './webhook-leases.ts';

/** Webhooks in SQL. */
export function sqlWebhooks(writer: SqlWriter): WebhookWrites {
  const { db } = writer;
  const live = () => db.selectFrom('webhook').where('removed_at', 'is', null);
  const ofCreator = ({ createdBy, appId }: WebhookCreator) =>
    live().where('created_by', '=', toKey(createdBy)).where('app_id', '=', appId);
  const onAny = preparedForKeys<WebhookRow>(db, (keys) =>
    live().selectAll().where('target_id', 'in', keys).orderBy('id'),
  );
  const get = async (id: string) => {
    const row = await db.selectFrom('webhook').selectAll().where('id', '=', toKey(id)).executeTakeFirst();
    return row ? fromRow(row) : null;
  };
  return {
    ...sqlWebhookDeliveries(db),
    ...sqlWebhookLeases(writer, fromRow),
    get,
    getByTarget: async (targetId, creator) => {
      const row = await ofCreator(creator).selectAll().where('target_id', '=', toKey(targetId)).executeTakeFirst();
      return row ? fromRow(row) : null;
    },
    count: async (creator) => {
      const count = ofCreator(creator).select(({ fn }) => fn.countAll<number>().as('count'));
      return Number((await count.executeTakeFirstOrThrow()).count);
    },
    list: async (creator, { after, limit }) => {
      const all = ofCreator(creator).selectAll();
      const behind = after === null ? all : all.where('id', '>', toKey(after));
      return (await behind.orderBy('id').limit(limit).execute()).map(fromRow);
    },
    listOnTargets: async (targetIds) => {
      return (await onAny(targetIds.map(toKey))).map(fromRow);
    },
    listBelow: (folderId) => listBelow(writer, toKey(folderId)),
    insert: async (webhook) => {
      const lease = { next_due_at: null, lease_holder: null, lease_until: null };
      await db
        .insertInto('webhook')
        .values({ ...toRow(webhook), ...lease })
        .execute();
    },
    update: async (webhook) => {
      const { id, ...columns } = toRow(webhook);
      await db.updateTable('webhook').set(columns).where('id', '=', id).execute();
    },
    delete: async (id) => {
      await db.deleteFrom('webhook_delivery').where('webhook_id', '=', toKey(id)).execute();
      await unusedContentsOf(db, toKey(id)).execute();
      await db.deleteFrom('webhook').where('id', '=', toKey(id)).execute();
    },
    deleteOfUser: async (createdBy) => {
      const user = toKey(createdBy);
      const theirs = db.selectFrom('webhook').select('id').where('created_by', '=', user);
      await db.deleteFrom('webhook_delivery').where('webhook_id', 'in', theirs).execute();
      await unusedContents(db).where('created_by', '=', user).execute();
      await db.deleteFrom('webhook').where('created_by', '=', user).execute();
    },
  };
}

async function listBelow({ db }: SqlWriter, folder: number): Promise<readonly WebhookRecord[]> {
  // A cross join fixes the order: from the webhooks to their items.
  const { rows } = await sql<WebhookRow>`
    with recursive path (id, above) as (
      select webhook.id, item.parent_id from webhook cross join item
      where webhook.removed_at is null and item.id = webhook.target_id and item.trashed_at is null
      union all
      select path.id, item.parent_id from path join item on item.id = path.above where item.trashed_at is null
    )
    select * from webhook where id in (select id from path where above = ${folder}) order by id`.execute(db);
  return rows.map(fromRow);
}

function fromRow(row: WebhookRow): WebhookRecord {
  return {
    id: toId(row.id),
    // The columns hold what `toRow` wrote.
    target: { kind: row.target_kind as WebhookRecord['target']['kind'], id: toId(row.target_id) },
    appId: row.app_id,
    createdBy: toId(row.created_by),
    createdAt: row.created_at,
    address: row.address,
    triggers: JSON.parse(row.triggers) as WebhookTrigger[],
    removedAt: row.removed_at,
  };
}

function toRow(webhook: WebhookRecord): Omit<WebhookRow, 'next_due_at' | 'lease_holder' | 'lease_until'> {
  return {
    id: toKey(webhook.id),
    target_kind: webhook.target.kind,
    target_id: toKey(webhook.target.id),
    app_id: webhook.appId,
    created_by: toKey(webhook.createdBy),
    created_at: webhook.createdAt,
    address: webhook.address,
    triggers: JSON.stringify(webhook.triggers),
    removed_at: webhook.removedAt,
  };
}
