import type { Kysely } from 'kysely';
import type { Sentence } from '../../../../contract/resources/sentence.ts';
import type { DeliveryStatus, WebhookTrigger } from '../../../../contract/resources/streams/webhook.ts';
import type { DeliveryRecord, NewMessage, WebhookWrites } from '../../../ports/metadata/streams/webhooks.ts';
import { inChunks, toId, toKey } from '../ids.ts';
import type { WebhookDeliveryRow } from '../tables/webhooks.ts';
import type { Tables } from '../tables.ts';

type Deliveries = Pick<
  WebhookWrites,
  | 'listDeliveries'
  | 'waitingTriggers'
  | 'countWaiting'
  | 'waitingBytes'
  | 'hasWaiting'
  | 'insertMessage'
  | 'updateDelivery'
  | 'giveUpWaiting'
  | 'nextDelivery'
  | 'deleteDeliveriesBefore'
>;

/**
 * Webhook deliveries in SQL. On PostgreSQL the last two deliveries of a message may end at once, and neither deletes the content: it stays until
 * old deliveries are deleted.
 */
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
    waitingBytes: async (createdBy) => {
      const contents = db.selectFrom('webhook_content').where('created_by', '=', toKey(createdBy));
      const sum = await contents.select(({ fn }) => fn.sum<number | null>('size_bytes').as('bytes')).executeTakeFirst();
      return Number(sum?.bytes ?? 0);
    },
    hasWaiting: async (webhookId, deliveries) => {
      const waiting = db.selectFrom('webhook_delivery').select('id').where('webhook_id', '=', toKey(webhookId));
      const last = waiting.where('next_try_at', 'is not', null).orderBy('next_try_at').orderBy('id');
      return (
        (await last
          .limit(1)
          .offset(deliveries - 1)
          .executeTakeFirst()) !== undefined
      );
    },
    insertMessage: (message) => insertMessage(db, message),
    updateDelivery: (delivery, tries) => updateDelivery(db, delivery, tries),
    giveUpWaiting: (webhookId, triggers, reason) => giveUpWaiting(db, webhookId, triggers, reason),
    waitingTriggers: async (webhookId) => {
      const waiting = db
        .selectFrom('webhook_delivery')
        .select('trigger_name')
        .distinct()
        .where('webhook_id', '=', toKey(webhookId))
        .where('next_try_at', 'is not', null);
      // The column holds what `toDeliveryRow` wrote.
      return (await waiting.execute()).map((row) => row.trigger_name as WebhookTrigger);
    },
    nextDelivery: async (webhookId, { now, latestTry }) => {
      const ofWebhook = db.selectFrom('webhook_delivery').select('id').where('webhook_id', '=', toKey(webhookId));
      const first = ofWebhook.orderBy('next_try_at').orderBy('id').limit(1);
      // Two lookups in the index. With "or", SQLite reads and sorts all that wait.
      const [due, ahead] = [first.where('next_try_at', '<=', now), first.where('next_try_at', '>', latestTry)];
      const row = await db
        .selectFrom('webhook_delivery')
        .leftJoin('webhook_content', 'webhook_content.id', 'content_id')
        .selectAll('webhook_delivery')
        .select('webhook_content.body as content')
        .where(({ eb, fn }) => eb('webhook_delivery.id', '=', fn.coalesce(due, ahead)))
        .executeTakeFirst();
      return row ? { ...fromDeliveryRow(row), body: row.body + (row.content ?? '') } : null;
    },
    deleteDeliveriesBefore: (time, limit) => deleteBefore(db, time, limit),
  };
}

async function updateDelivery(db: Kysely<Tables>, delivery: DeliveryRecord, tries: number): Promise<boolean> {
  const { id, ...columns } = toDeliveryRow(delivery);
  const hasEnded = delivery.nextTryAt === null;
  const one = db
    .updateTable('webhook_delivery')
    .set(hasEnded ? { ...columns, body: '' } : columns)
    .where('id', '=', id);
  const unchanged = one.where('status', '=', 'waiting').where('tries', '=', tries);
  if ((await unchanged.executeTakeFirst()).numUpdatedRows !== 1n) return false;
  const content = db.selectFrom('webhook_delivery').select('content_id').where('id', '=', id);
  if (hasEnded) await unusedContents(db).where('id', '=', content).execute();
  return true;
}

async function giveUpWaiting(
  db: Kysely<Tables>,
  ...[webhookId, triggers, reason]: Parameters<Deliveries['giveUpWaiting']>
): Promise<void> {
  const webhook = toKey(webhookId);
  const status: DeliveryStatus = 'given_up';
  const waiting = db
    .updateTable('webhook_delivery')
    .set({ status, next_try_at: null, last_error: JSON.stringify(reason), body: '' })
    .where('webhook_id', '=', webhook)
    .where('next_try_at', 'is not', null);
  await (triggers === 'all' ? waiting : waiting.where('trigger_name', 'in', triggers)).execute();
  await unusedContentsOf(db, webhook).execute();
}

async function deleteBefore(
  db: Kysely<Tables>,
  time: Parameters<Deliveries['deleteDeliveriesBefore']>[0],
  limit: number,
): Promise<number> {
  const old = db.selectFrom('webhook_delivery').select('id').where('created_at', '<', time).limit(limit);
  const deleted = await db.deleteFrom('webhook_delivery').where('id', 'in', old).returning('content_id').execute();
  const removed = db.deleteFrom('webhook').where('removed_at', '<', time);
  const isEmpty = removed.where(({ exists, not, selectFrom }) => {
    const left = selectFrom('webhook_delivery').select('webhook_delivery.id');
    return not(exists(left.whereRef('webhook_delivery.webhook_id', '=', 'webhook.id')));
  });
  await isEmpty.execute();
  const contents = [...new Set(deleted.flatMap(({ content_id: id }) => id ?? []))];
  await inChunks(contents, (keys) => unusedContents(db).where('id', 'in', keys).execute());
  return deleted.length;
}

async function insertMessage(db: Kysely<Tables>, { content, deliveries }: NewMessage): Promise<void> {
  const contentId = content === null ? null : toKey(content.id);
  if (content !== null && contentId !== null) {
    const heads = deliveries.reduce((sum, { head }) => sum + Buffer.byteLength(head), 0);
    const { body } = content;
    const row = {
      id: contentId,
      created_by: toKey(content.createdBy),
      size_bytes: Buffer.byteLength(body) + heads,
      body,
    };
    await db.insertInto('webhook_content').values(row).execute();
  }
  await inChunks(deliveries, async (chunk) => {
    const rows = chunk.map((one) => ({ ...toDeliveryRow(one), body: one.head, content_id: contentId }));
    return db.insertInto('webhook_delivery').values(rows).execute();
  });
  for (const [dueAt, due] of Map.groupBy(deliveries, ({ nextTryAt }) => nextTryAt)) {
    const webhooks = [...new Set(due.map(({ webhookId }) => toKey(webhookId)))];
    if (dueAt !== null) await inChunks(webhooks, async (keys) => setDue(db, keys, dueAt));
  }
}

/** Each webhook is due then at the latest. */
async function setDue(db: Kysely<Tables>, webhooks: readonly number[], dueAt: number) {
  const sooner = db.updateTable('webhook').set({ next_due_at: dueAt }).where('id', 'in', webhooks);
  return sooner.where(({ eb, or }) => or([eb('next_due_at', 'is', null), eb('next_due_at', '>', dueAt)])).execute();
}

/** Deletes the contents of the creator of a webhook for which no delivery waits. */
export function unusedContentsOf(db: Kysely<Tables>, webhook: number) {
  const creator = db.selectFrom('webhook').select('created_by').where('id', '=', webhook);
  return unusedContents(db).where('created_by', '=', creator);
}

/** Deletes contents for which no delivery waits. */
export function unusedContents(db: Kysely<Tables>) {
  return db.deleteFrom('webhook_content').where(({ exists, not, selectFrom }) => {
    const waiting = selectFrom('webhook_delivery').select('webhook_delivery.id').where('next_try_at', 'is not', null);
    return not(exists(waiting.whereRef('content_id', '=', 'webhook_content.id')));
  });
}

function fromDeliveryRow(row: WebhookDeliveryRow): DeliveryRecord {
  return {
    id: toId(row.id),
    webhookId: toId(row.webhook_id),
    // The columns hold what `toDeliveryRow` wrote.
    trigger: row.trigger_name as WebhookTrigger,
    createdAt: row.created_at,
    status: row.status as DeliveryStatus,
    tries: row.tries,
    nextTryAt: row.next_try_at,
    lastTryAt: row.last_try_at,
    lastStatus: row.last_status,
    lastError: row.last_error === null ? null : (JSON.parse(row.last_error) as Sentence[]),
  };
}

function toDeliveryRow(delivery: DeliveryRecord): Omit<WebhookDeliveryRow, 'body' | 'content_id'> {
  return {
    id: toKey(delivery.id),
    webhook_id: toKey(delivery.webhookId),
    trigger_name: delivery.trigger,
    created_at: delivery.createdAt,
    status: delivery.status,
    tries: delivery.tries,
    next_try_at: delivery.nextTryAt,
    last_try_at: delivery.lastTryAt,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError === null ? null : JSON.stringify(delivery.lastError),
  };
}
