import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { Service } from '../../../../../service/domain/service.ts';
import { addMetrics, createMetrics, type Metrics } from '../../../../../service/http/status/metrics.ts';
import { openDomainWorld } from '../../../../support/service/domain-world.ts';

async function scrape(service: Service, metrics: Metrics): Promise<readonly string[]> {
  const app = Fastify();
  onTestFinished(async () => app.close());
  addMetrics(app, service, metrics);
  const { statusCode, body } = await app.inject({ method: 'GET', url: '/metrics' });
  expect(statusCode).toBe(200);
  return body.split('\n').filter((line) => !line.startsWith('#'));
}

test('the metrics show the load on a database server: both pools, and the changes', async () => {
  await using world = await openDomainWorld();
  const metrics = createMetrics({ kind: 'open' });
  const pools = { read: { open: 1, idle: 2, waiting: 3 }, write: { open: 4, idle: 5, waiting: 6 } };
  metrics.watchDatabase(() => ({ pools, changes: 7 }));
  expect(await scrape(world.service, metrics)).toEqual(
    expect.arrayContaining([
      'tandem_database_connections{pool="read",state="open"} 1',
      'tandem_database_connections{pool="read",state="waiting"} 3',
      'tandem_database_connections{pool="write",state="idle"} 5',
      'tandem_database_connections{pool="write",state="waiting"} 6',
      'tandem_database_changes_pending 7',
    ]),
  );
});

test('a database and a content store that do not answer leave out only their own figures', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const never = async () => new Promise<never>(() => undefined);
  const silent = {
    ...service,
    store: { ...service.store, read: never },
    blobs: { ...service.blobs, isAvailable: never },
  };
  const lines = await scrape(silent, createMetrics({ kind: 'open' }));
  expect(lines).toContainEqual(expect.stringMatching(/^tandem_webhook_deliveries_waiting nan$/i));
  expect(lines).toContain('tandem_contents_available 0');
  expect(lines).toContainEqual(expect.stringMatching(/^process_resident_memory_bytes \d+$/));
});
