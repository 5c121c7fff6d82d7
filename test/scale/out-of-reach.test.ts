import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresEventSignal } from '../../service/adapters/event-signal/postgres-signal.ts';
import { openPostgresStore } from '../../service/adapters/metadata-sql/postgres/open-postgres-store.ts';
import { systemClock } from '../../service/adapters/system-clock.ts';
import { readBlobPlace, readDatabasePlace } from '../../service/options/storage-config.ts';
import { MetadataUnavailable } from '../../service/ports/metadata-store.ts';
import { type CutLine, openCutLine } from '../support/lines/cut-line.ts';
import { eventually } from '../support/programs/processes.ts';
import { dropDatabase, newBucketFolder, newDatabase } from '../support/servers/test-servers.ts';
import { type CallerAnswer, callerOf, type ServiceCaller } from '../support/service/callers/service-caller.ts';
import { startSingleService, type TestService } from '../support/service/service.ts';

/* The database or the store of contents goes away under a service that runs, and comes back. */

let database: string;
let databaseLine: CutLine;
let storeLine: CutLine;
let service: TestService;
let ann: ServiceCaller;

beforeAll(async () => {
  database = await newDatabase();
  const throughLine = new URL(database);
  databaseLine = await openCutLine(throughLine);
  throughLine.port = String(databaseLine.port);
  const bucket = new URL(await newBucketFolder());
  const endpoint = new URL(String(bucket.searchParams.get('endpoint')));
  storeLine = await openCutLine(endpoint);
  bucket.searchParams.set('endpoint', `http://127.0.0.1:${storeLine.port}`);
  service = await startSingleService({
    config: {
      storage: {
        dataDirectory: '/nonexistent',
        database: readDatabasePlace(throughLine.href, '/'),
        blobs: readBlobPlace(bucket.href, '/'),
        signal: { kind: 'database' },
      },
    },
  });
  ann = callerOf(service, service.person.token);
});
afterAll(async () => {
  await service.stop();
  await databaseLine.close();
  await storeLine.close();
  await dropDatabase(database);
});

function expectUnavailable({ status, headers, json }: CallerAnswer): void {
  expect([status, json.code]).toEqual([503, 'unavailable']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

const ready = async () => ann.send('GET', `${service.publicUrl}/ready`);

describe('a database that is out of reach', () => {
  test('gives 503 with Retry-After, keeps the process alive, and service resumes by itself', async () => {
    await ann.upload({ name: 'before.txt', parent: { id: '0' } }, 'before');
    await databaseLine.cut();
    expectUnavailable(await ann.get('/folders/0/items'));
    expectUnavailable(await ann.post('/folders', { name: 'never', parent: { id: '0' } }));
    expectUnavailable(await ann.upload({ name: 'never.txt', parent: { id: '0' } }, 'never'));
    expect((await ready()).status).toBe(503);
    expect((await ann.send('GET', `${service.publicUrl}/health`)).status).toBe(200);
    await databaseLine.mend();
    await eventually('the service resumes', async () => (await ann.get('/folders/0/items')).status === 200);
    expect((await ann.post('/folders', { name: 'after', parent: { id: '0' } })).status).toBe(201);
    const names = (await ann.get('/folders/0/items')).json.entries.map((entry) => entry.name);
    expect(names).toEqual(['after', 'before.txt']);
    expect((await ready()).status).toBe(200);
  });

  test('wakes all listeners once it is back, since they may have missed events', async () => {
    const subscription = await service.service.signal.subscribe(service.person.id);
    await databaseLine.cut();
    await databaseLine.mend();
    await subscription.changed;
    subscription.close();
  });
});

test('a database that vanishes without closing its connections fails what waits for it, and new connections are used', async () => {
  const throughLine = new URL(database);
  const line = await openCutLine(throughLine);
  throughLine.port = String(line.port);
  const store = await openPostgresStore({ url: throughLine.href, readers: 2, silenceMs: 1_000 }, systemClock);
  const read = async () => store.read(async (tx) => tx.setting('probe'));
  const write = async (value: string) => store.transaction(async (tx) => tx.putSetting('probe', value));
  await write('before');
  expect(await read()).toBe('before');
  line.freeze();
  await Promise.all([
    expect(read()).rejects.toBeInstanceOf(MetadataUnavailable),
    expect(write('lost')).rejects.toBeInstanceOf(MetadataUnavailable),
  ]);
  await eventually('the store uses new connections', async () =>
    write('after').then(
      () => true,
      () => false,
    ),
  );
  expect(await read()).toBe('after');
  await store.close();
  await line.close();
});

test('a database that vanishes without closing its connections: the signal reconnects, wakes its listeners, and can be closed', async () => {
  const throughLine = new URL(database);
  const line = await openCutLine(throughLine);
  throughLine.port = String(line.port);
  const signal = await postgresEventSignal({ url: throughLine.href, lookEveryMs: 200 });
  const { changed } = await signal.subscribe('7');
  line.freeze();
  await changed;
  line.freeze();
  await signal.close();
  await line.close();
});

describe('a store of contents that is out of reach', () => {
  test('gives 503 with Retry-After for contents, serves the rest, and service resumes by itself', async () => {
    const uploaded = await ann.upload({ name: 'content.txt', parent: { id: '0' } }, 'content');
    const id = String(uploaded.json.entries[0]?.id);
    await storeLine.cut();
    expectUnavailable(await ann.upload({ name: 'lost.txt', parent: { id: '0' } }, 'lost'));
    expectUnavailable(await ann.download(id));
    expect((await ann.get(`/files/${id}`)).status).toBe(200);
    const { status, json } = await ready();
    expect([status, json]).toEqual([503, { status: 'not_ready', database: true, blobs: false }]);
    await storeLine.mend();
    expect(String((await ann.download(id)).bytes)).toBe('content');
    expect((await ann.upload({ name: 'found.txt', parent: { id: '0' } }, 'found')).status).toBe(201);
  });
});
