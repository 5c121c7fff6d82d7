import { expect, test } from 'vitest';
import { createUseLog } from '../../../../../service/domain/kernel/use-log.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { downloadFile, previewFile } from '../../../../../service/domain/tree/files/downloads/download-file.ts';
import { dropExpiredRecords } from '../../../../../service/domain/upkeep/purge-expired.ts';
import { openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

/* A reader whose ranges arrive at several processes of one service. */

const hourMs = 3_600_000;
const first = { start: 0, end: 2 };
const later = { start: 3, end: 6 };

async function openHouse() {
  const world = await openDomainWorld();
  const ann = await world.join('ann@example.com');
  const { id: fileId } = await putFile(world.service, ann, '0', 'a.txt', 'content');
  /** The domain with the memory of a process of its own. */
  const newProcess = (): Service => ({ ...world.service, uses: createUseLog() });
  const read = async (service: Service, range: typeof first | undefined, caller: Caller = ann, id = fileId) => {
    await (await downloadFile(service, caller, { fileId: id })).open(range);
  };
  const count = async (type = 'ITEM_DOWNLOAD') => {
    const query = { userId: ann.user.id, after: 0, limit: 1000, onlyChanges: false, types: null };
    const events = await world.service.store.read((reads) => reads.events.list(query));
    return events.filter(({ eventType }) => eventType === type).length;
  };
  return { world, ann, fileId, newProcess, read, count, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

test('later ranges through other processes belong to the download that began', async () => {
  await using house = await openHouse();
  await house.read(house.newProcess(), first);
  for (let count = 0; count < 3; count += 1) await house.read(house.newProcess(), later);
  expect(await house.count()).toBe(1);
});

test('a range that begins at the first byte is another download, through whichever process', async () => {
  await using house = await openHouse();
  for (const range of [first, later, first, undefined]) await house.read(house.newProcess(), range);
  expect(await house.count()).toBe(3);
});

test('a later range alone is a download: nothing leaves without a record', async () => {
  await using house = await openHouse();
  await house.read(house.newProcess(), later);
  await house.read(house.newProcess(), later);
  expect(await house.count()).toBe(1);
});

test('later ranges that arrive at two processes at once are one download', async () => {
  await using house = await openHouse();
  await Promise.all([house.read(house.newProcess(), later), house.read(house.newProcess(), later)]);
  expect(await house.count()).toBe(1);
});

test('a continuation belongs to one reader, one way of reading and one version', async () => {
  await using house = await openHouse();
  const { id: other } = await putFile(house.world.service, house.ann, '0', 'b.txt', 'content');
  await house.read(house.newProcess(), first);
  await house.read(house.newProcess(), later, house.ann, other);
  await (await previewFile(house.newProcess(), house.ann, house.fileId)).open(later);
  expect([await house.count(), await house.count('ITEM_PREVIEW')]).toEqual([2, 1]);
});

test('a large content that is read whole can be continued elsewhere; for a small one that is another download', async () => {
  await using house = await openHouse();
  const large = await putFile(house.world.service, house.ann, '0', 'large', 'x'.repeat(1024 ** 2));
  await house.read(house.newProcess(), undefined, house.ann, large.id);
  await house.read(house.newProcess(), later, house.ann, large.id);
  expect(await house.count()).toBe(1);
  await house.read(house.newProcess(), undefined);
  await house.read(house.newProcess(), later);
  expect(await house.count()).toBe(3);
});

test.each([
  ['just within an hour', hourMs - 60_000, 1],
  ['after an hour', hourMs + 60_000, 2],
])('a continuation %s', async (_when, passedMs, downloads) => {
  await using house = await openHouse();
  await house.read(house.newProcess(), first);
  house.world.passTime(passedMs);
  await dropExpiredRecords(house.world.service);
  await house.read(house.newProcess(), later);
  expect(await house.count()).toBe(downloads);
});

test('a record that fails leaves no series: the later range has its own record', async () => {
  await using house = await openHouse();
  const service = house.newProcess();
  const failing: Service = {
    ...service,
    store: {
      ...service.store,
      transaction: async (work, scope) =>
        service.store.transaction(async (tx) => {
          await work(tx);
          throw new Error('The disk is full.');
        }, scope),
    },
  };
  await expect(house.read(failing, first)).rejects.toThrow('The disk is full.');
  await house.read(house.newProcess(), later);
  expect(await house.count()).toBe(1);
});
