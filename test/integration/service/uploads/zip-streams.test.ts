import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../../contract/rules/limits.ts';
import { unzipped } from '../../../support/files/unzip.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

/** How an archive is sent: receivers that are slow or go away, and how many may run. */

let service: TestService;
let people: readonly ServiceCaller[];
let folder: string;
const running: IncomingMessage[] = [];

const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
/** More than the buffers of a connection hold, so that a receiver that does not read stops the sender. */
const large = randomBytes(32 * 1024 * 1024);
const names = ['bob', 'carol', 'dora'];

beforeAll(async () => {
  service = await startTestService({ clock });
  const ann = callerOf(service, service.person.token);
  folder = (await ann.post('/folders', { name: 'Large', parent: { id: '0' } })).json.id;
  await ann.upload({ name: 'large.bin', parent: { id: folder } }, large);
  const others = names.map(async (name) => {
    const accessible_by = { type: 'user', login: `${name}@example.com` };
    const { token } = await service.addPerson(accessible_by.login);
    await ann.post('/collaborations', { item: { type: 'folder', id: folder }, role: 'viewer', accessible_by });
    return callerOf(service, token);
  });
  people = await Promise.all(others);
});
afterEach(async () => {
  for (const receiver of running.splice(0)) receiver.destroy();
  await expect.poll(() => service.service.store.read(({ zipDownloads }) => zipDownloads.runningSince(0))).toEqual([]);
});
afterAll(() => service.stop());

const create = async (caller: ServiceCaller | undefined) => {
  if (caller === undefined) throw new Error('There is no such person.');
  return caller.post('/zip_downloads', { items: [{ type: 'folder', id: folder }] });
};

/** Opens a download and reads nothing of it. */
async function open(url: string): Promise<IncomingMessage> {
  const [receiver] = (await once(get(url), 'response')) as [IncomingMessage];
  running.push(receiver);
  return receiver;
}

async function start(caller: ServiceCaller | undefined) {
  const { status, json } = await create(caller);
  expect(status).toBe(202);
  const receiver = await open(json.download_url);
  expect(receiver.statusCode).toBe(200);
  const statusOf = async () => (await caller?.send('GET', json.status_url))?.json;
  return { receiver, statusOf, stateOf: async () => (await statusOf())?.state };
}

test('a receiver that goes away ends its download, which has failed', async () => {
  const { receiver, statusOf, stateOf } = await start(people[0]);
  expect(await statusOf()).toMatchObject({ state: 'in_progress', total_file_count: 1, downloaded_file_count: 0 });
  receiver.destroy();
  await expect.poll(stateOf).toBe('failed');
});

test('a person has 5 downloads at once, and all together 10; one more is refused without using up its URL', async () => {
  const [bob, carol, dora] = people;
  const spare = await create(bob);
  const last = await create(dora);
  for (let count = 0; count < limits.zipDownloadsOfUser; count += 1) await start(bob);
  const refused = await create(bob);
  expect([refused.status, refused.json.code]).toEqual([429, 'user_too_many_concurrent_downloads']);
  expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  expect((await open(spare.json.download_url)).statusCode).toBe(429);
  for (let count = 0; count < limits.zipDownloadsOfUser; count += 1) await start(carol);
  const full = await create(dora);
  expect([full.status, full.json.code]).toEqual([429, 'enterprise_too_many_concurrent_downloads']);
  expect((await open(last.json.download_url)).statusCode).toBe(429);
  for (const receiver of running.splice(0)) receiver.destroy();
  await expect.poll(async () => (await create(dora)).status).toBe(202);
  await expect.poll(async () => (await open(last.json.download_url)).statusCode).toBe(200);
});

test('a receiver that takes nothing for long gives up its turn, and its archive breaks off', async () => {
  const { receiver, stateOf } = await start(people[1]);
  clock.ahead += limits.zipDownloadStallMs;
  expect(await stateOf()).toBe('failed');
  receiver.resume();
  const [error] = (await once(receiver, 'error')) as [Error];
  expect(error.message).toBe('aborted');
  expect(await stateOf()).toBe('failed');
});

test('one that takes its time keeps its turn as long as it reads', async () => {
  const { receiver, stateOf } = await start(people[1]);
  const hash = createHash('sha1');
  let read = 0;
  for await (const chunk of receiver as AsyncIterable<Buffer>) {
    hash.update(chunk);
    read += chunk.length;
    // Far more than the limit in total, and far less at a time.
    clock.ahead += limits.zipDownloadStallMs / 50;
  }
  expect(read).toBeGreaterThan(large.length);
  expect(await stateOf()).toBe('succeeded');
});

test('another program unpacks it', async () => {
  const { receiver } = await start(people[2]);
  const chunks: Buffer[] = [];
  for await (const chunk of receiver as AsyncIterable<Buffer>) chunks.push(chunk);
  const file = path.join(service.dataDirectory, 'large.zip');
  await writeFile(file, Buffer.concat(chunks));
  expect((await unzipped(file, 'Large/large.bin')).equals(large)).toBe(true);
});
