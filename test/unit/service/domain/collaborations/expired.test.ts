import { expect, test } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { expireCollaborations } from '../../../../../service/domain/collaborations/expire-collaborations.ts';
import { updateCollaboration } from '../../../../../service/domain/collaborations/update-collaboration.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { listEvents } from '../../../../../service/domain/streams/events/list-events.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { getFolder } from '../../../../../service/domain/tree/folders/get-folder.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

const hour = 3_600_000;

/** Ann shares a folder with Bob for an hour, which has passed; the job has not seen it yet. */
async function openWorld() {
  const world = await openDomainWorld();
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const top = await createFolder(service, ann, { parentId: '0', name: 'top' });
  const shared = await createFolder(service, ann, { parentId: top.id, name: 'shared' });
  const file = await putFile(service, ann, shared.id, 'file');
  const item = { kind: 'folder' as const, id: shared.id };
  const expiresAt = service.clock.now() + hour;
  const { id } = await createCollaboration(service, ann, {
    item,
    invited: { login: 'bob' },
    role: 'editor',
    expiresAt,
  });
  world.passTime(hour);
  const { next_stream_position: position } = await listEvents(service, bob, {
    streamType: 'all',
    streamPosition: 'now',
    limit: 1,
  });
  return {
    service,
    ann,
    bob,
    top,
    shared,
    file,
    change: (changes: { readonly role?: 'viewer'; readonly expiresAt?: number }) =>
      updateCollaboration(service, ann, { id, ...changes }),
    newsOfBob: () => newsOf(service, bob, String(position)),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

async function newsOf(service: Service, caller: Caller, streamPosition: string) {
  const { entries } = await listEvents(service, caller, { streamType: 'all', streamPosition, limit: 100 });
  return entries.map(({ event_type }) => event_type);
}

test('tells nothing of what happens to the item', async () => {
  await using t = await openWorld();
  await updateFolder(t.service, t.ann, { folderId: t.shared.id, name: 'renamed' });
  await updateFile(t.service, t.ann, { fileId: t.file.id, description: 'changed' });
  expect(await t.newsOfBob()).toEqual([]);
});

test('tells nothing of what happens to a folder above the item', async () => {
  await using t = await openWorld();
  await deleteFolder(t.service, t.ann, { folderId: t.top.id, recursive: true });
  expect(await t.newsOfBob()).toEqual([]);
});

test('keeps no name in the root', async () => {
  await using t = await openWorld();
  expect(await createFolder(t.service, t.bob, { parentId: '0', name: 'SHARED' })).toMatchObject({ name: 'SHARED' });
});

test('is removed by the job, and its person then learns that the item is gone', async () => {
  await using t = await openWorld();
  expect(await expireCollaborations(t.service)).toBe(1);
  expect(await t.newsOfBob()).toEqual(['COLLAB_REMOVE_COLLABORATOR', 'ITEM_UNSYNC']);
});

test('brings the item back when it is extended before the job, under a free name', async () => {
  await using t = await openWorld();
  const own = await createFolder(t.service, t.bob, { parentId: '0', name: 'shared' });
  await t.change({ role: 'viewer' });
  await t.change({ expiresAt: t.service.clock.now() + hour });
  expect(await t.newsOfBob()).toEqual(['ITEM_CREATE', 'ITEM_SYNC']);
  expect(own.name).toBe('shared');
  expect(await getFolder(t.service, t.bob, { folderId: t.shared.id })).toMatchObject({ name: 'shared (2)' });
});
