import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openInPostgres } from './metadata/adapters.ts';
import { event, eventLogSuite } from './metadata/events.ts';
import { governanceSuite } from './metadata/governance.ts';
import { groupSuite } from './metadata/groups.ts';
import { keptTrashSuite } from './metadata/kept-trash.ts';
import { sharingSuite } from './metadata/sharing.ts';
import { signInSuite } from './metadata/sign-in.ts';
import { at, delivery, message, start, webhook, webhookSuite, withWebhooks } from './metadata/webhooks.ts';

/** The rest is in `items-in-postgres.test.ts`. */
describe('metadata in PostgreSQL', () => {
  governanceSuite(openInPostgres);
  keptTrashSuite(openInPostgres);
  groupSuite(openInPostgres);
  sharingSuite(openInPostgres);
  eventLogSuite(openInPostgres);
  webhookSuite(openInPostgres);
  signInSuite(openInPostgres);

  it('never forgets less of the log than before when two prune it at once', async () => {
    await using fixture = await openInPostgres();
    const { store } = fixture;
    for (const createdAt of [1, 2, 3])
      await store.transaction((tx) => tx.events.append(event(`${createdAt}`, { createdAt })));
    const pruned = Promise.withResolvers<void>();
    const waits = Promise.withResolvers<void>();
    const first = store.transaction(async ({ events }) => {
      await events.deleteBefore('people', 3, 10);
      pruned.resolve();
      await waits.promise;
    }, 'apart');
    await pruned.promise;
    const second = store.transaction(({ events }) => events.deleteBefore('people', 2, 10), 'apart');
    await somethingWaits(fixture.url);
    waits.resolve();
    await Promise.all([first, second]);
    expect(await store.read(({ events }) => events.positionsOf('1').forgotten())).toBe(2000);
  });

  it('leaves a webhook due at its release while a transaction that adds a delivery has not committed', async () => {
    await using fixture = await withWebhooks(openInPostgres, [webhook('5')]);
    const { store } = fixture;
    await store.transaction(async ({ webhooks }) => {
      await webhooks.insertMessage(message(delivery('21', '5')));
      await webhooks.claim({ holder: 'a', at: at(start), leaseUntil: start + 60_000, limit: 1 });
    });
    const added = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const download = store.transaction(async ({ webhooks }) => {
      await webhooks.insertMessage(message(delivery('22', '5')));
      added.resolve();
      await released.promise;
    }, 'apart');
    await added.promise;
    await store.transaction(async ({ webhooks }) => {
      await webhooks.updateDelivery(delivery('21', '5', { status: 'delivered', nextTryAt: null }), 0);
      await webhooks.release('5', 'a', start);
    }, 'apart');
    released.resolve();
    await download;
    expect(await store.read(({ webhooks }) => webhooks.hasDue(at(start + 1)))).toBe(true);
  });
});

/** Resolves once a connection of the database waits for a lock. */
async function somethingWaits(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const waiting = async () => (await client.query('select from pg_locks where not granted')).rowCount;
    await expect.poll(waiting).toBeGreaterThan(0);
  } finally {
    await client.end();
  }
}
