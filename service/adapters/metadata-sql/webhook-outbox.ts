import type { Kysely } from 'kysely';
import type { DeliveryStatus, WebhookTrigger } from '../../../contract/resources/webhook.ts';
import type { DeliveryRecord, WebhookRecord, WebhookWrites } from '../../ports/metadata/webhooks.ts';
import { toId, toKey } from './ids.ts';
import type { WebhookDeliveryRow, WebhookRow } from './tables/webhooks.ts';
import type { Tables } from './tables.ts';

type Outbox = Pick<
  WebhookWrites,
  | 'listDeliveries'
  | 'countWaiting'
  | 'hasDue'
  | 'insertDelivery'
  | 'updateDelivery'
  | 'claim'
  | 'renew'
  | 'nextDelivery'
  | 'release'
  | 'deleteDeliveriesBefore'
>;

/** What webhooks have to deliver, in SQL. Claims are updates under a condition: of two senders one changes the row. */
export function sqlWebhookOutbox(db: Kysely<Tables>, fromWebhookRow: (row: WebhookRow) => WebhookRecord): Outbox {
  const due = (now: number) =>
    db
      .selectFrom('webhook')
      .where('next_due_at', '<=', now)
      .where(({ eb, or }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]));
  const waiting = (webhookId: string) =>
    db.selectFrom('webhook_delivery').where('webhook_id', '=', toKey(webhookId)).where('next_try_at', 'is not', null);
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
    hasDue: async (now) => (await due(now).select('id').limit(1).executeTakeFirst()) !== undefined,
    insertDelivery: async (delivery) => {
      await db.insertInto('webhook_delivery').values(toDeliveryRow(delivery)).execute();
      const { nextTryAt, webhookId } = delivery;
      if (nextTryAt === null) return;
      const sooner = db.updateTable('webhook').set({ next_due_at: nextTryAt }).where('id', '=', toKey(webhookId));
      await sooner
        .where(({ eb, or }) => or([eb('next_due_at', 'is', null), eb('next_due_at', '>', nextTryAt)]))
        .execute();
    },
    updateDelivery: async (delivery) => {
      const { id, ...columns } = toDeliveryRow(delivery);
      await db.updateTable('webhook_delivery').set(columns).where('id', '=', id).execute();
    },
    claim: async ({ holder, leaseUntil, now, limit }) => {
      const claimed: WebhookRecord[] = [];
      for (const row of await due(now).selectAll().orderBy('next_due_at').limit(limit).execute()) {
        const lease = db
          .updateTable('webhook')
          .set({ lease_holder: holder, lease_until: leaseUntil })
          .where('id', '=', row.id)
          .where(({ eb, or }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]));
        if ((await lease.executeTakeFirst()).numUpdatedRows === 1n) claimed.push(fromWebhookRow(row));
      }
      return claimed;
    },
    renew: async (webhookId, { holder, leaseUntil }) => {
      const lease = db.updateTable('webhook').set({ lease_until: leaseUntil }).where('id', '=', toKey(webhookId));
      return (await lease.where('lease_holder', '=', holder).executeTakeFirst()).numUpdatedRows === 1n;
    },
    nextDelivery: async (webhookId, now) => {
      const ready = waiting(webhookId).selectAll().where('next_try_at', '<=', now);
      const row = await ready.orderBy('next_try_at').orderBy('id').limit(1).executeTakeFirst();
      return row ? fromDeliveryRow(row) : null;
    },
    release: async (webhookId, holder) => {
      const next = await waiting(webhookId).select('next_try_at').orderBy('next_try_at').limit(1).executeTakeFirst();
      await db
        .updateTable('webhook')
        .set({ next_due_at: next?.next_try_at ?? null, lease_holder: null, lease_until: null })
        .where('id', '=', toKey(webhookId))
        .where('lease_holder', '=', holder)
        .execute();
    },
    deleteDeliveriesBefore: async (time) => {
      const result = await db.deleteFrom('webhook_delivery').where('created_at', '<', time).executeTakeFirst();
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
    // The columns hold what `toDeliveryRow` put there.
    trigger: row.trigger_name as WebhookTrigger,
    createdAt: row.created_at,
    body: row.body,
    status: row.status as DeliveryStatus,
    tries: row.tries,
    nextTryAt: row.next_try_at,
    lastTryAt: row.last_try_at,
    lastStatus: row.last_status,
    lastError: row.last_error,
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
    last_error: delivery.lastError,
  };
}
