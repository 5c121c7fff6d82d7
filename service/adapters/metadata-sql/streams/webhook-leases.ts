import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type {
  DueMoment,
  WebhookRecord,
  WebhookShares,
  WebhookWrites,
} from '../../../ports/metadata/streams/webhooks.ts';
import { toId, toKey } from '../ids.ts';
import type { SqlWriter } from '../sql-database.ts';
import type { WebhookRow } from '../tables/webhooks.ts';
import type { Tables } from '../tables.ts';

type Leases = Pick<WebhookWrites, 'hasDue' | 'isHeldBy' | 'claim' | 'renew' | 'release'>;

const unshared: WebhookShares = { perCreator: Number.MAX_SAFE_INTEGER, held: new Map() };

/** Without the creators of whom the sender can hold no more webhooks. */
function ofFreeCreators<Row>(
  webhooks: SelectQueryBuilder<Tables, 'webhook', Row>,
  { perCreator, held }: WebhookShares,
): SelectQueryBuilder<Tables, 'webhook', Row> {
  const full = [...held].filter(([, count]) => count >= perCreator).map(([creator]) => toKey(creator));
  return full.length === 0 ? webhooks : webhooks.where('created_by', 'not in', full);
}

/** Webhook leases in SQL. A claim is a conditional update, so only one of two senders succeeds. */
export function sqlWebhookLeases(
  { db, skipTaken }: SqlWriter,
  fromWebhookRow: (row: WebhookRow) => WebhookRecord,
): Leases {
  const isFree =
    ({ now, latestLease }: DueMoment) =>
    ({ eb, or }: ExpressionBuilder<Tables, 'webhook'>) =>
      or([eb('lease_until', 'is', null), eb('lease_until', '<=', now), eb('lease_until', '>', latestLease)]);
  const due = (at: DueMoment) =>
    db
      .selectFrom('webhook')
      .where(({ eb, or }) => or([eb('next_due_at', '<=', at.now), eb('next_due_at', '>', at.latestTry)]))
      .where(isFree(at));
  return {
    hasDue: async (at, shares = unshared) =>
      (await ofFreeCreators(due(at), shares).select('id').limit(1).executeTakeFirst()) !== undefined,
    isHeldBy: async (webhookId, holder) => {
      const own = db.selectFrom('webhook').select('id').where('id', '=', toKey(webhookId));
      return (await own.where('lease_holder', '=', holder).executeTakeFirst()) !== undefined;
    },
    claim: async ({ holder, leaseUntil, at, limit, shares = unshared }) => {
      const claimed: WebhookRecord[] = [];
      const turn = sql<number>`row_number() over (partition by created_by order by next_due_at, id)`;
      const free = ofFreeCreators(due(at), shares).selectAll().select(turn.as('turn'));
      const ranked = db.selectFrom(free.as('free')).selectAll().where('turn', '<=', shares.perCreator);
      const first = ranked.orderBy('next_due_at').limit(limit);
      for (const { turn: place, ...row } of await first.execute()) {
        if (Number(place) > shares.perCreator - (shares.held.get(toId(row.created_by)) ?? 0)) continue;
        const lease = db
          .updateTable('webhook')
          .set({ lease_holder: holder, lease_until: leaseUntil })
          .where('id', '=', row.id)
          .where(isFree(at));
        if ((await lease.executeTakeFirst()).numUpdatedRows === 1n) claimed.push(fromWebhookRow(row));
      }
      return claimed;
    },
    renew: async (webhookId, { holder, leaseUntil }) => {
      const lease = db.updateTable('webhook').set({ lease_until: leaseUntil }).where('id', '=', toKey(webhookId));
      return (await lease.where('lease_holder', '=', holder).executeTakeFirst()).numUpdatedRows === 1n;
    },
    release: async (webhookId, holder, now) => {
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
      const nextTryAt = next?.next_try_at ?? null;
      await own.set({ ...lease, next_due_at: nextTryAt && Math.max(nextTryAt, now) }).execute();
    },
  };
}
