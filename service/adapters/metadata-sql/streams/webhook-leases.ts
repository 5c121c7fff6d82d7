import { sql } from 'kysely';
import type { WebhookRecord, WebhookWrites } from '../../../ports/metadata/streams/webhooks.ts';
import { toKey } from '../ids.ts';
import type { SqlWriter } from '../sql-database.ts';
import type { WebhookRow } from '../tables/webhooks.ts';

type Leases = Pick<WebhookWrites, 'hasDue' | 'isHeldBy' | 'claim' | 'renew' | 'release'>;

/** Webhook leases in SQL. A claim is a conditional update, so only one of two senders succeeds. */
export function sqlWebhookLeases(
  { db, skipTaken }: SqlWriter,
  fromWebhookRow: (row: WebhookRow) => WebhookRecord,
): Leases {
  const due = (now: number) =>
    db
      .selectFrom('webhook')
      .where('next_due_at', '<=', now)
      .where(({ eb, or }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]));
  return {
    hasDue: async (now) => (await due(now).select('id').limit(1).executeTakeFirst()) !== undefined,
    isHeldBy: async (webhookId, holder) => {
      const own = db.selectFrom('webhook').select('id').where('id', '=', toKey(webhookId));
      return (await own.where('lease_holder', '=', holder).executeTakeFirst()) !== undefined;
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
    release: async (webhookId, holder) => {
      const own = db.updateTable('webhook').where('id', '=', toKey(webhookId)).where('lease_holder', '=', holder);
      const lease = { lease_holder: null, lease_until: null };
      const free = await sql`select id from webhook where id = ${toKey(webhookId)} ${skipTaken}`.execute(db);
      // An uncommitted transaction may have added a delivery that is not visible yet. The webhook stays due, so it is claimed again.
      if (free.rows.length === 0) return void (await own.set(lease).execute());
      const ofWebhook = db
        .selectFrom('webhook_delivery')
        .select('next_try_at')
        .where('webhook_id', '=', toKey(webhookId));
      const waiting = ofWebhook.where('next_try_at', 'is not', null);
      const next = await waiting.orderBy('next_try_at').limit(1).executeTakeFirst();
      await own.set({ ...lease, next_due_at: next?.next_try_at ?? null }).execute();
    },
  };
}
