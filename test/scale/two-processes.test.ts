import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService } from '../../service/app.ts';
import { readBlobPlace, readDatabasePlace } from '../../service/options/storage-config.ts';
import { type ServiceProcess, startService as startProcess, tandemService } from '../support/programs/processes.ts';
import { dropDatabase, newBucketFolder, newDatabase } from '../support/servers/test-servers.ts';
import { createPerson } from '../support/service/beside.ts';
import { callerOf, type ServiceCaller } from '../support/service/callers/service-caller.ts';

/* Two real processes, each addressed by name. The service's own tests, run on a pair, cover their behaviour as one service. */

const nowhere = '/nonexistent/tandem';
const rate = '600/min';
let storage: readonly string[];
let database: string;
let processes: readonly ServiceProcess[];
let one: ServiceCaller;
let other: ServiceCaller;

beforeAll(async () => {
  database = await newDatabase();
  storage = ['--database', database, '--blobs', await newBucketFolder()];
  // Side by side on an empty database: one of them makes the tables, the other one waits for it.
  const flags = [...storage, '--rate-limit', rate];
  const [first, second] = await Promise.all([startProcess(nowhere, 0, flags), startProcess(nowhere, 0, flags)]);
  processes = [first, second];
  const token = await createPerson(nowhere, 'ann@example.com', storage);
  one = callerOf(first, token);
  other = callerOf(second, token);
});
afterAll(async () => {
  await Promise.all(processes.map((each) => each.kill('SIGKILL')));
  await dropDatabase(database);
});

test('a change in one process wakes the clients that wait in the other', async () => {
  const start = (await other.get('/events?stream_position=now')).json.next_stream_position;
  const url = `${(await other.options('/events')).json.entries[0]?.url}&stream_position=${start}`;
  const waiting = other.send('GET', url);
  await other.get('/users/me');
  const made = await one.post('/folders', { name: 'made here', parent: { id: '0' } });
  expect((await waiting).json).toEqual({ version: 1, message: 'new_change' });
  const seen = (await other.get(`/events?stream_position=${start}`)).json.entries;
  expect(seen.map((event) => event.source.id)).toEqual([made.json.id]);
});

test('positions rise in the order of commits, whichever process commits', async () => {
  const start = (await one.get('/events?stream_position=now')).json.next_stream_position;
  const names = Array.from({ length: 40 }, (_, index) => `side by side ${index}`);
  const reading = (async () => {
    const ids: string[] = [];
    for (let position = start; ids.length < names.length; ) {
      const page = (await one.get(`/events?stream_position=${position}`)).json;
      ids.push(...page.entries.map((event) => event.event_id));
      position = page.next_stream_position;
    }
    return ids;
  })();
  const make = (name: string, index: number) =>
    (index % 2 ? one : other).post('/folders', { name, parent: { id: '0' } });
  const made = await Promise.all(names.map(make));
  expect(new Set(made.map((answer) => answer.status))).toEqual(new Set([201]));
  const whole = (await other.get(`/events?stream_position=${start}&limit=500`)).json.entries;
  expect(await reading).toEqual(whole.map((event) => event.event_id));
  expect(new Set(whole.map((event) => event.source.id)).size).toBe(names.length);
});

test('one name in one folder, asked for in both at once: one gets it, the other 409', async () => {
  const answers = await Promise.all(
    [one, other].map((each) => each.post('/folders', { name: 'only one', parent: { id: '0' } })),
  );
  expect(answers.map((answer) => answer.status).sort((less, more) => less - more)).toEqual([201, 409]);
});

test('a download whose ranges go through both is recorded once', async () => {
  const [file] = (await one.upload({ name: 'in ranges', parent: { id: '0' } }, 'x'.repeat(1000))).json.entries;
  const from = (await one.get('/events?stream_position=now')).json.next_stream_position;
  const read = (caller: ServiceCaller, start: number) =>
    caller.get(`/files/${file?.id}/content`, {
      range: `bytes=${start}-${start + 99}`,
      prefer: 'return=representation',
    });
  const answers = [await read(one, 0)];
  answers.push(...(await Promise.all([100, 200, 300, 400].map((start, at) => read(at % 2 ? one : other, start)))));
  expect(answers.map(({ status }) => status)).toEqual([206, 206, 206, 206, 206]);
  const { entries } = (await other.get(`/events?stream_type=all&stream_position=${from}`)).json;
  expect(entries.filter(({ event_type }) => event_type === 'ITEM_DOWNLOAD')).toHaveLength(1);
});

test('ranges of one download that begin in both at once, without the first byte, are recorded once', async () => {
  const [file] = (await one.upload({ name: 'from the middle', parent: { id: '0' } }, 'x'.repeat(1000))).json.entries;
  const from = (await one.get('/events?stream_position=now')).json.next_stream_position;
  const headers = { range: 'bytes=1-', prefer: 'return=representation' };
  await Promise.all([one, other].map((caller) => caller.get(`/files/${file?.id}/content`, headers)));
  const { entries } = (await other.get(`/events?stream_type=all&stream_position=${from}`)).json;
  expect(entries.filter(({ event_type }) => event_type === 'ITEM_DOWNLOAD')).toHaveLength(1);
});

test('users and verify work beside them', async () => {
  const listed = await tandemService(['users', 'list', '--json', ...storage]);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ login: 'ann@example.com' }]);
  await one.upload({ name: 'verified.txt', parent: { id: '0' } }, 'verified');
  const verified = await tandemService(['verify', ...storage]);
  expect([verified.code, JSON.parse(verified.stdout).faults]).toEqual([0, []]);
});

test('the requests that one lets through count in the other, for the same person alone', async () => {
  const token = await createPerson(nowhere, 'bob@example.com', storage);
  const [here, there] = [
    callerOf(processes[0] as ServiceProcess, token),
    callerOf(processes[1] as ServiceProcess, token),
  ];
  while ((await here.get('/users/me?fields=id')).status === 200);
  await expect
    .poll(async () => {
      const answer = await there.get('/users/me?fields=id');
      return { status: answer.status, waits: Number(answer.headers['retry-after']) > 0 };
    })
    .toEqual({ status: 429, waits: true });
  expect((await other.get('/users/me?fields=id')).status).toBe(200);
});

test('neither needs a directory of its own', async () => {
  await expect(openDirectory()).rejects.toThrow('ENOENT');
});

async function openDirectory(): Promise<void> {
  const { readdir } = await import('node:fs/promises');
  await readdir(nowhere);
}

test('what cannot be used is refused at the start with a sentence that says what to do', async () => {
  const bucket = await tandemService([
    'start',
    ...storage.slice(0, 2),
    '--blobs',
    String(storage[3]).replace('tandem-tests', 'no-such-bucket'),
  ]);
  expect([bucket.code, bucket.stderr]).toEqual([
    1,
    expect.stringMatching(/Bucket no-such-bucket .* does not exist.*--blobs/),
  ]);
  const closed = await tandemService(['start', '--database', 'postgres://app:secret@127.0.0.1:1/none']);
  expect([closed.code, closed.stderr]).toEqual([
    1,
    expect.stringMatching(/database is currently unavailable \(127\.0\.0\.1:1: .*ECONNREFUSED.*Try again/),
  ]);
  expect(closed.stderr).not.toContain('secret');
});

test('a database that orders texts in another way is refused with the command that makes a right one', async () => {
  const { askPostgres } = await import('../support/servers/postgres-server.ts');
  const name = `${new URL(database).pathname.slice(1)}_latin`;
  await askPostgres(database, `create database ${name} template template0 encoding 'SQL_ASCII' locale 'C'`);
  const url = new URL(database);
  url.pathname = `/${name}`;
  const place = readDatabasePlace(url.href, '/');
  const blobs = readBlobPlace(String(storage[3]), '/');
  await expect(
    openService({ dataDirectory: nowhere, database: place, blobs, signal: { kind: 'database' } }),
  ).rejects.toThrow(/createdb --template=template0/);
  await dropDatabase(url.href);
});
