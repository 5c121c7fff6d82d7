import { describe, expect, it } from 'vitest';
import { openInPostgres } from './metadata/adapters.ts';
import { eventLogSuite } from './metadata/events.ts';
import { governanceSuite } from './metadata/governance.ts';
import { groupSuite } from './metadata/groups.ts';
import { sharingSuite } from './metadata/sharing.ts';
import { signInSuite } from './metadata/sign-in.ts';
import { delivery, start, webhook, webhookSuite, withWebhooks } from './metadata/webhooks.ts';

/** The rest is in `items-in-postgres.test.ts`. */
describe('metadata in PostgreSQL', () => {
  governanceSuite(openInPostgres);
  groupSuite(openInPostgres);
  sharingSuite(openInPostgres);
  eventLogSuite(openInPostgres);
  webhookSuite(openInPostgres);
  signInSuite(openInPostgres);

  it('leaves a webhook due at its release while a transaction that adds a delivery has not committed', async () => {
    await using fixture = await withWebhooks(openInPostgres, [webhook('5')]);
    const { store } = fixture;
    await store.transaction(async ({ webhooks }) => {
      await webhooks.insertDelivery(delivery('21', '5'));
      await webhooks.claim({ holder: 'a', now: start, leaseUntil: start + 60_000, limit: 1 });
    });
    const added = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const download = store.transaction(async ({ webhooks }) => {
      await webhooks.insertDelivery(delivery('22', '5'));
      added.resolve();
      await released.promise;
    }, 'apart');
    await added.promise;
    await store.transaction(async ({ webhooks }) => {
      await webhooks.updateDelivery(delivery('21', '5', { status: 'delivered', nextTryAt: null }), 0);
      await webhooks.release('5', 'a');
    }, 'apart');
    released.resolve();
    await download;
    expect(await store.read(({ webhooks }) => webhooks.hasDue(start + 1))).toBe(true);
  });
});
