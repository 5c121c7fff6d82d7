import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StatusData } from '../../../preload/ipc/shapes/status.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { readTree } from '../../support/files/disk-tree.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Two engines that run, and a person on the web, all at once. */
let service: TestService;
let web: WebUser;
let a: EngineDevice;
let b: EngineDevice;

beforeAll(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  a = await openEngineDevice({ name: 'a', addresses: service, token: service.person.token });
  b = await openEngineDevice({ name: 'b', addresses: service, token: service.person.token });
  await a.write('first.txt', 'first');
  a.engine.start();
  b.engine.start();
  await arrives(b, 'first.txt', 'first');
});
afterAll(async () => {
  await a.close();
  await b.close();
  await service.stop();
  expect([...a.errors, ...b.errors]).toEqual([]);
});

const arrives = (device: EngineDevice, path: string, content: string) =>
  eventually(`${path} on ${device.name}`, async () => (await device.read(path)) === content);
const leaves = (device: EngineDevice, path: string) =>
  eventually(`${path} gone from ${device.name}`, async () => (await device.read(path)) === null);
const atRest = (device: EngineDevice) =>
  eventually(`${device.name} in sync`, async () => device.engine.status().state === 'in_sync');
const same = async () => {
  await atRest(a);
  await atRest(b);
  await eventually('both trees equal', async () => {
    const [left, right] = [await readTree(a.path), await readTree(b.path)];
    return JSON.stringify([...left]) === JSON.stringify([...right]);
  });
};

test('creates, edits, moves and deletes arrive on the other computer, in both directions', async () => {
  await a.write('box/thing.txt', 'one');
  await arrives(b, 'box/thing.txt', 'one');
  await b.write('box/thing.txt', 'two');
  await arrives(a, 'box/thing.txt', 'two');
  await rename(a.at('box/thing.txt'), a.at('thing.txt'));
  await arrives(b, 'thing.txt', 'two');
  await leaves(b, 'box/thing.txt');
  await rm(b.at('thing.txt'));
  await leaves(a, 'thing.txt');
  await same();
});

test('changes on the web arrive on both: create, edit, rename, delete, restore', async () => {
  const made = await web.upload('0', 'web.txt', 'from the web');
  for (const device of [a, b]) await arrives(device, 'web.txt', 'from the web');
  await web.replace(made.id, 'web.txt', 'edited');
  for (const device of [a, b]) await arrives(device, 'web.txt', 'edited');
  await web.update(made, { name: 'web2.txt' });
  for (const device of [a, b]) await arrives(device, 'web2.txt', 'edited');
  await web.trash(made);
  for (const device of [a, b]) await leaves(device, 'web2.txt');
  await web.restore(made);
  for (const device of [a, b]) await arrives(device, 'web2.txt', 'edited');
});

test('a folder of many files is renamed with one request and no transfer', async () => {
  await Promise.all(Array.from({ length: 300 }, (_, index) => a.write(`many/${index}.txt`, `file ${index}`)));
  await eventually('all on b', async () => downloadsOf(b, 'many/') >= 300, 100_000);
  await same();
  const before = await web.find('0', 'many');
  const [uploads, downloads] = [transfersOf(a), transfersOf(b)];
  await rename(a.at('many'), a.at('renamed'));
  await arrives(b, 'renamed/299.txt', 'file 299');
  await same();
  // One rename is one new etag.
  expect(await web.find('0', 'renamed')).toMatchObject({ id: before?.id, etag: '1' });
  expect([transfersOf(a), transfersOf(b)]).toEqual([uploads, downloads]);
});

test('[P31] files that are seen before they are filled arrive with their contents, however many they are', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `filled-${index}.txt`);
  for (const name of names) await a.write(name, '');
  for (const name of names) await arrives(b, name, '');
  await Promise.all(names.map((name) => a.write(name, `content of ${name}`)));
  for (const name of names) await arrives(b, name, `content of ${name}`);
});

test('a folder that is deleted goes to the trash and comes back whole', async () => {
  await b.write('kept/inner.txt', 'inner');
  await arrives(a, 'kept/inner.txt', 'inner');
  await same();
  const folder = await web.find('0', 'kept');
  await rm(a.at('kept'), { recursive: true });
  await leaves(b, 'kept/inner.txt');
  if (folder === undefined) throw new Error('the folder is not on the service');
  await web.restore(folder);
  for (const device of [a, b]) await arrives(device, 'kept/inner.txt', 'inner');
});

test('each save of several in a row arrives on the other disk long before a scan would be due', async () => {
  await same();
  for (let round = 0; round < 7; round++) {
    await a.write('again.txt', `round ${round}`);
    await arrives(b, 'again.txt', `round ${round}`);
  }
});

test('a pause holds everything back, also for the status, and a resume lets it go', async () => {
  await same();
  a.engine.pause(null, null);
  expect(a.engine.status().state).toBe('paused');
  await a.write('while-paused.txt', 'later');
  await b.write('from-b.txt', 'b');
  await eventually('on the service', async () => web.find('0', 'from-b.txt'));
  expect(await a.read('from-b.txt')).toBeNull();
  expect(await web.find('0', 'while-paused.txt')).toBeUndefined();
  a.engine.resume(null);
  await arrives(b, 'while-paused.txt', 'later');
  await arrives(a, 'from-b.txt', 'b');
});

test('the status feed reports the work and ends in sync; the journal records each step', async () => {
  await same();
  const seen: StatusData[] = [];
  const end = a.engine.feeds.subscribe('status', (status) => seen.push(status));
  await a.write('told.txt', 'told');
  await arrives(b, 'told.txt', 'told');
  await eventually('the final status arrived', async () => {
    const last = seen.at(-1);
    const told = JSON.stringify({ code: 'done_to', args: { what: 'upload', path: 'told.txt' } });
    return last?.state === 'in_sync' && JSON.stringify(last.roots[0]?.lastChange?.sentence) === told;
  });
  end();
  const { entries } = a.engine.activity({ limit: 5, contains: 'told' });
  const sentence = { code: 'done', args: { what: 'upload' } };
  expect(entries).toMatchObject([{ kind: 'upload', path: 'told.txt', side: 'remote', bytes: 4, sentence }]);
  expect(await a.engine.why({ path: a.at('told.txt') })).toMatchObject({ ok: true, value: { status: 'synced' } });
});

test('a subscriber that joins right after a status message gets the status as well', async () => {
  await same();
  const told = { first: 0, second: 0 };
  const endFirst = a.engine.feeds.subscribe('status', () => told.first++);
  await eventually('the first gets the status', async () => told.first > 0);
  const endSecond = a.engine.feeds.subscribe('status', () => told.second++);
  await eventually('the second gets the status', async () => told.second > 0, 3_000);
  endFirst();
  endSecond();
});

test('[E67] a root that is moved away pauses, and resumes when it is back', async () => {
  await same();
  const hidden = await outOfReach(b);
  await rename(b.path, hidden);
  await eventually('b has noticed', async () => b.engine.status().roots[0]?.state === 'root_missing');
  await a.write('meanwhile.txt', 'meanwhile');
  await rename(hidden, b.path);
  await arrives(b, 'meanwhile.txt', 'meanwhile');
  await mkdir(b.at('after'));
  await b.write('after/it.txt', 'is back');
  await arrives(a, 'after/it.txt', 'is back');
});

/** Where a moved root is not looked for: below a hidden folder. */
const outOfReach = async (device: EngineDevice): Promise<string> => {
  const hidden = join(dirname(device.path), '.hidden', 'deep');
  await mkdir(hidden, { recursive: true });
  return join(hidden, 'files');
};

const downloadsOf = (device: EngineDevice, contains: string): number =>
  device.engine.activity({ limit: 500, kinds: ['download'], contains }).entries.length;

const transfersOf = (device: EngineDevice): number =>
  device.engine.activity({ limit: 500, kinds: ['upload', 'upload-version', 'download', 'download-version'] }).entries
    .length;
