import type { Kysely } from 'kysely';
import type { Sentence } from '../../../../contract/resources/sentence.ts';
import type { DeliveryStatus, WebhookTrigger } from '../../../../contract/resources/streams/webhook.ts';
import type { DeliveryRecord, WebhookWrites } from '../../../ports/metadata/streams/webhooks.ts';
import { toId, toKey } from '../ids.ts';
import type { WebhookDeliveryRow } from '../tables/webhooks.ts';
import type { Tables } from '../tables.ts';

type Deliveries = Pick<
  WebhookWrites,
  | 'listDeliveries'
  | 'listWaiting'
  | 'countWaiting'
  | 'insertDelivery'
  | 'updateDelivery'
  | 'nextDelivery'
  | 'deleteDeliveriesBefore'
>;

/** Webhook deliveries in SQL. */
export function sqlWebhookDeliveries(db: Kysely<Tables>): Deliveries {
  return {
    listDeliveries: async (webhookId, { after, limit }) => {
      const all = db.selectFrom('webhook_delivery').selectAll().where('webhook_id', '=', toKey(webhookId));
      const before = after === null ? all : all.where('id', '<', toKey(after));
      return (await before.orderBy('id', 'desc').limit(limit).execute()).map(fromDeliveryRow);
    },
    countWaiting: async () => {
      const waitingOnes = db.selectFrom('webhook_delivery').where('next_try_at', 'is not', null);
      const count = waitingOnes.select(({ fn }) => fn.countAll<number>().as('count'));
      return Number((await count.executeTakeFirstOrThrow()).count);
    },
    insertDelivery: async (delivery) => {
      await db.insertInto('webhook_delivery').values(toDeliveryRow(delivery)).execute();
      const { nextTryAt, webhookId } = delivery;
      if (nextTryAt === null) return;
      const sooner = db.updateTable('webhook').set({ next_due_at: nextTryAt }).where('id', '=', toKey(webhookId));
      await sooner
        .where(({ eb, or }) => or([eb('next_due_at', 'is', null), eb('next_due_at', '>', nextTryAt)]))
        .execute();
    },
    updateDelivery: async (delivery, tries) => {
      const { id, ...columns } = toDeliveryRow(delivery);
      const one = db.updateTable('webhook_delivery').set(columns).where('id', '=', id);
      const unchanged = one.where('status', '=', 'waiting').where('tries', '=', tries);
      return (await unchanged.executeTakeFirst()).numUpdatedRows === 1n;
    },
    listWaiting: async (webhookId, { after, limit }) => {
      const waiting = db
        .selectFrom('webhook_delivery')
        .selectAll()
        .where('webhook_id', '=', toKey(webhookId))
        .where('next_try_at', 'is not', null)
        .where('id', '>', toKey(after ?? '0'));
      return (await waiting.orderBy('id').limit(limit).execute()).map(fromDeliveryRow);
    },
    nextDelivery: async (webhookId, { now, latestTry }) => {
      const ready = db
        .selectFrom('webhook_delivery')
        .selectAll()
        .where('webhook_id', '=', toKey(webhookId))
        .where(({ eb, or }) => or([eb('next_try_at', '<=', now), eb('next_try_at', '>', latestTry)]));
      const row = await ready.orderBy('next_try_at').orderBy('id').limit(1).executeTakeFirst();
      return row ? fromDeliveryRow(row) : null;
    },
    deleteDeliveriesBefore: async (time, limit) => {
      const old = db.selectFrom('webhook_delivery').select('id').where('created_at', '<', time).limit(limit);
      const result = await db.deleteFrom('webhook_delivery').where('id', 'in', old).executeTakeFirst();
      const removed = db.deleteFrom('webhook').where('removed_at', '<', time);
      const isEmpty = removed.where(({ exists, not, selectFrom }) => {
        const left = selectFrom('webhook_delivery').select('webhook_delivery.id');
        return not(exists(left.whereRef('webhook_delivery.webhook_id', '=', 'webhook.id')));
      });
      await isEmpty.execute();
      return Number(result.numDeletedRows);
    },
  };
}

function fromDeliveryRow(row: WebhookDeliveryRow): DeliveryRecord {
  return {
    id: toId(row.id),
    webhookId: toId(row.webhook_id),
    // The columns hold what `toDeliveryRow` wrote.
    trigger: row.trigger_name as WebhookTrigger,
    createdAt: row.created_at,
    body: row.body,
    status: row.status as DeliveryStatus,
    tries: row.tries,
    nextTryAt: row.next_try_at,
    lastTryAt: row.last_try_at,
    lastStatus: row.last_status,
    lastError: row.last_error === null ? null : (JSON.parse(row.last_error) as Sentence[]),
  };
}

function toDeliveryRow(delivery: DeliveryRecord): WebhookDeliveryRow {
  return {
    id: toKey(delivery.id),
    webhook_id: toKey(delivery.webhookId),
    trigger_name: delivery.trigger,
    created_at: delivery.createdAt,
    body: delivery.body,
    status: delivery.status,
    tries: delivery.tries,
    next_try_at: delivery.nextTryAt,
    last_try_at: delivery.lastTryAt,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError === null ? null : JSON.stringify(delivery.lastError),
  };
}
