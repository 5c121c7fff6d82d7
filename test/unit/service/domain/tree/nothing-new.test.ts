import { expect, test } from 'vitest';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { listEvents } from '../../../../../service/domain/streams/events/list-events.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { dropExpiredRecords } from '../../../../../service/domain/upkeep/purge-expired.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

async function openWorld() {
  const world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann');
  const { id: folderId } = await createFolder(service, ann, { parentId: '0', name: 'folder' });
  return { world, service, ann, folderId, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

const positionNow = async (service: Service, caller: Caller) => {
  const page = await listEvents(service, caller, { streamType: 'changes', streamPosition: 'now', limit: 1 });
  return Number(page.next_stream_position);
};

const remove = (service: Service, caller: Caller, folderId: string, knownTo: number) =>
  deleteFolder(service, caller, { folderId, recursive: true, knownTo: String(knownTo) });

test('a folder is deleted when nothing below it is new since the position, whatever happened elsewhere', async () => {
  await using t = await openWorld();
  await putFile(t.service, t.ann, t.folderId, 'known');
  const position = await positionNow(t.service, t.ann);
  await putFile(t.service, t.ann, '0', 'elsewhere');
  await remove(t.service, t.ann, t.folderId, position);
});

test('a position that the service never gave out says nothing of the folder', async () => {
  await using t = await openWorld();
  const position = await positionNow(t.service, t.ann);
  expect(await refusalOf(remove(t.service, t.ann, t.folderId, position + 1))).toMatchObject({
    code: 'precondition_failed',
  });
});

test('nor does a number between two of its positions', async () => {
  await using t = await openWorld();
  const position = await positionNow(t.service, t.ann);
  // Positions follow the clock, so that a service restored from an earlier copy issues others.
  await putFile(t.service, t.ann, '0', 'elsewhere');
  const between = Math.floor((position + (await positionNow(t.service, t.ann))) / 2);
  expect(between).toBeGreaterThan(position);
  expect(await refusalOf(remove(t.service, t.ann, t.folderId, between))).toMatchObject({
    code: 'precondition_failed',
  });
});

test('nor does one whose next events are forgotten', async () => {
  await using t = await openWorld();
  const position = await positionNow(t.service, t.ann);
  await putFile(t.service, t.ann, t.folderId, 'unseen');
  t.world.passTime(40 * 24 * 3_600_000);
  await putFile(t.service, t.ann, '0', 'elsewhere');
  await dropExpiredRecords(t.service);
  expect(await refusalOf(remove(t.service, t.ann, t.folderId, position))).toMatchObject({
    code: 'precondition_failed',
  });
});

test('nor does one whose next events are forgotten during the look at them', async () => {
  await using t = await openWorld();
  const position = await positionNow(t.service, t.ann);
  await putFile(t.service, t.ann, t.folderId, 'unseen');
  const now = t.service.clock.now();
  const transaction: Service['store']['transaction'] = (work, scope) =>
    t.service.store.transaction((tx) => {
      const list: typeof tx.events.list = async (query) => {
        await tx.events.deleteBefore('people', now, 1_000);
        return tx.events.list(query);
      };
      return work({ ...tx, events: { ...tx.events, list } });
    }, scope);
  const service = { ...t.service, store: { ...t.service.store, transaction } };
  expect(await refusalOf(remove(service, t.ann, t.folderId, position))).toMatchObject({ code: 'precondition_failed' });
});

test('nor does one behind which more happened than is looked at', async () => {
  await using t = await openWorld();
  const position = await positionNow(t.service, t.ann);
  await putFile(t.service, t.ann, '0', 'elsewhere');
  const transaction: Service['store']['transaction'] = (work, scope) =>
    t.service.store.transaction((tx) => {
      // As many as were asked for: there may be more.
      const list: typeof tx.events.list = async (query) => {
        const events = await tx.events.list(query);
        return Array.from({ length: query.limit }, () => events).flat();
      };
      return work({ ...tx, events: { ...tx.events, list } });
    }, scope);
  const service = { ...t.service, store: { ...t.service.store, transaction } };
  expect(await refusalOf(remove(service, t.ann, t.folderId, position))).toMatchObject({ code: 'precondition_failed' });
});
