import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostLaneConnections } from '../../service/adapters/metadata-sql/postgres/connection/postgres-lanes.ts';
import { openPostgresStore } from '../../service/adapters/metadata-sql/postgres/open-postgres-store.ts';
import { systemClock } from '../../service/adapters/system-clock.ts';
import type { MetadataStore, TransactionScope } from '../../service/ports/metadata-store.ts';
import { eventually } from '../support/programs/processes.ts';
import { type PostgresServer, startPostgres } from '../support/servers/postgres-server.ts';

/* A primary whose synchronous standby is lost: each commit waits, and its server process stays when its client goes. */

const readers = 2;
let server: PostgresServer;
let store: MetadataStore;
let admin: pg.Client;

beforeAll(async () => {
  server = await startPostgres({ durable: true });
  store = await openPostgresStore({ url: server.url, readers, silenceMs: 300 }, systemClock);
  admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await store.close();
  await server.stop();
});

/** Makes commits wait for a standby of this name; for none without a name. */
async function waitFor(standby: string): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${standby}'`);
  await admin.query('select pg_reload_conf()');
  await eventually('the server has its new configuration', async () => {
    const { rows } = await admin.query('show synchronous_standby_names');
    return rows[0]?.synchronous_standby_names === standby;
  });
}

const write = async (name: string, scope: TransactionScope) =>
  store
    .transaction(async (tx) => tx.putSetting(name, 'x'), scope)
    .then(
      () => 'written',
      () => 'failed',
    );

test('changes fail, but take no more connections than the lanes have, and reads go on', async () => {
  await waitFor('gone');
  const outcomes = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    const owners = Array.from({ length: 12 }, (_, owner) => ({ owners: [String(9000 + owner)], items: [] }));
    const scopes: TransactionScope[] = [...owners, 'apart', 'apart'];
    const ends = await Promise.all(scopes.map(async (scope, index) => write(`${round} ${index}`, scope)));
    for (const end of ends) outcomes.add(end);
  }
  expect([...outcomes]).toEqual(['failed']);
  const { rows } = await admin.query(
    "select count(*)::int as open from pg_stat_activity where application_name = 'tandem-service'",
  );
  expect(rows[0].open).toBeLessThanOrEqual(mostLaneConnections + 1 + readers);
  expect(await store.read(async (reads) => reads.setting('never'))).toBeNull();
  await waitFor('');
  await eventually('changes are written again', async () => (await write('after', 'apart')) === 'written');
});
