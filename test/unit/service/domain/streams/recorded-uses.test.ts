import { describe, expect, test } from 'vitest';
import { createUseLog } from '../../../../../service/domain/kernel/use-log.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { downloadFile } from '../../../../../service/domain/tree/files/downloads/download-file.ts';
import { MetadataUnavailable } from '../../../../../service/ports/metadata-store.ts';
import {
  type DomainWorld,
  openDomainWorld,
  putFile,
  readAll,
  refusalOf,
} from '../../../../support/service/domain-world.ts';

/** A service whose store takes writes only while `takesWrites` says so. */
function failing(service: Service, takesWrites: () => boolean): Service {
  const transaction: Service['store']['transaction'] = async (work) => {
    if (!takesWrites()) throw new MetadataUnavailable('The metadata disk is full.', null);
    return service.store.transaction(work);
  };
  return { ...service, store: { ...service.store, transaction } };
}

async function openFile(world: DomainWorld): Promise<{ readonly ann: Caller; readonly fileId: string }> {
  const ann = await world.join('ann@example.com');
  return { ann, fileId: (await putFile(world.service, ann, '0', 'a.txt', 'content')).id };
}

async function countDownloads({ store }: Service, { user }: Caller): Promise<number> {
  const query = { userId: user.id, after: 0, limit: 1000, onlyChanges: false, types: null };
  const events = await store.read((reads) => reads.events.list(query));
  return events.filter(({ eventType }) => eventType === 'ITEM_DOWNLOAD').length;
}

describe('a store that takes no records', () => {
  test('gets no byte out, neither all nor a later range, and none of it counts; then each download has its record', async () => {
    await using world = await openDomainWorld();
    const { ann, fileId } = await openFile(world);
    let takesWrites = false;
    const service = failing(world.service, () => takesWrites);
    for (const range of [undefined, { start: 1, end: 6 }, { start: 0, end: 6 }, { start: 1, end: 6 }]) {
      const content = await downloadFile(service, ann, { fileId });
      await expect(content.open(range)).rejects.toThrow(MetadataUnavailable);
    }
    expect(service.uses.figures()).toEqual({ waiting: 0, failed: 4 });
    takesWrites = true;
    for (let count = 0; count < 5; count += 1) {
      const content = await downloadFile(service, ann, { fileId });
      expect(String(await readAll(await content.open()))).toBe('content');
    }
    expect(await countDownloads(world.service, ann)).toBe(5);
  });

  test('a later range waits for the record that its download began with, and fails with it', async () => {
    await using world = await openDomainWorld();
    const { ann, fileId } = await openFile(world);
    const { promise: held, reject } = Promise.withResolvers<never>();
    const service = { ...world.service, store: { ...world.service.store, transaction: async () => held } };
    const content = await downloadFile(service, ann, { fileId });
    const both = Promise.allSettled([content.open({ start: 0, end: 2 }), content.open({ start: 3, end: 6 })]);
    expect(service.uses.figures().waiting).toBe(1);
    reject(new MetadataUnavailable('Writes to the metadata disk fail.', null));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

test('records that wait are bounded: one more is refused, and counted', async () => {
  await using world = await openDomainWorld();
  const { ann, fileId } = await openFile(world);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const transaction: Service['store']['transaction'] = async (work) => {
    await held;
    return world.service.store.transaction(work);
  };
  const uses = createUseLog({ mostWaiting: 3 });
  const service = { ...world.service, uses, store: { ...world.service.store, transaction } };
  const contents = await Promise.all([1, 2, 3, 4].map(async () => downloadFile(service, ann, { fileId })));
  const [last, ...waiting] = contents;
  const opened = Promise.all(waiting.map(async ({ open }) => readAll(await open())));
  const refusal = await refusalOf(Promise.resolve(last?.open()));
  expect([refusal.code, refusal.retryAfterSeconds]).toEqual(['unavailable', 5]);
  expect(uses.figures()).toEqual({ waiting: 3, failed: 1 });
  release();
  expect((await opened).map(String)).toEqual(['content', 'content', 'content']);
  await uses.settled();
  expect(uses.figures()).toEqual({ waiting: 0, failed: 1 });
  expect(await countDownloads(world.service, ann)).toBe(3);
});
