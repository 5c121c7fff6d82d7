import { expect, test } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { createLegalHoldAssignment } from '../../../../../service/domain/governance/legal-holds/assignments/create-assignment.ts';
import { createLegalHoldPolicy } from '../../../../../service/domain/governance/legal-holds/policies/create-policy.ts';
import { createRetentionAssignment } from '../../../../../service/domain/governance/retention/assignments/create-assignment.ts';
import { createRetentionPolicy } from '../../../../../service/domain/governance/retention/policies/create-policy.ts';
import { deleteUser } from '../../../../../service/domain/people/users/delete-user.ts';
import { listEvents } from '../../../../../service/domain/streams/events/list-events.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { getFile } from '../../../../../service/domain/tree/files/get-file.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { createFolderLock } from '../../../../../service/domain/tree/locks/folder-locks.ts';
import { getTrashedFile } from '../../../../../service/domain/tree/trash/get-trashed.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

/** Ann is the administrator. Bob owns two folders and a file, the second and the file shared with Eve, and a file in the trash. */
async function openWorld() {
  const world = await openDomainWorld();
  const { service } = world;
  const [ann, bob, eve] = [await world.join('ann'), await world.join('bob'), await world.join('eve')];
  const { id: firstId } = await createFolder(service, bob, { parentId: '0', name: 'first' });
  const { id: liveId } = await putFile(service, bob, firstId, 'live');
  const { id: trashedId } = await putFile(service, bob, '0', 'trashed');
  await deleteFile(service, bob, { fileId: trashedId });
  const { id: folderId } = await createFolder(service, bob, { parentId: '0', name: 'shared' });
  const { id: innerId } = await createFolder(service, bob, { parentId: folderId, name: 'inner' });
  const { id: deepId } = await putFile(service, bob, innerId, 'deep');
  const { id: ownId } = await putFile(service, bob, '0', 'checked out');
  const items = [
    { kind: 'folder' as const, id: folderId },
    { kind: 'file' as const, id: ownId },
  ];
  for (const item of items) {
    await createCollaboration(service, bob, { item, invited: { login: 'eve' }, role: 'co-owner' });
  }
  return { ...world, service, ann, bob, eve, liveId, trashedId, innerId, deepId, ownId };
}

type World = Awaited<ReturnType<typeof openWorld>>;

async function hold({ service, ann }: World, id: string) {
  const period = { isOngoing: true, filterStartedAt: undefined, filterEndedAt: undefined };
  const policy = await createLegalHoldPolicy(service, ann, { name: 'case', description: '', ...period });
  await createLegalHoldAssignment(service, ann, { policyId: policy.id, target: { type: 'file', id } });
}

async function retain({ service, ann }: World) {
  const settings = { name: 'policy', type: 'finite', length: 1, dispositionAction: 'remove_retention' } as const;
  const { id: policyId } = await createRetentionPolicy(service, ann, settings);
  const target = { targetType: 'enterprise', targetId: undefined } as const;
  await createRetentionAssignment(service, ann, { policyId, ...target, startDateField: undefined, hasFilter: false });
}

const locked = { expiresAt: null, isDownloadPrevented: false };

test.each<[string, (world: World) => Promise<unknown>, string, string]>([
  [
    'a locked folder in a folder',
    (t) => createFolderLock(t.service, t.eve, t.innerId),
    'access_denied_item_locked',
    '"inner"',
  ],
  [
    'a file that someone else has locked',
    (t) => updateFile(t.service, t.eve, { fileId: t.ownId, lock: locked }),
    'access_denied_item_locked',
    '"checked out"',
  ],
  ['a file on hold, in a folder', (t) => hold(t, t.deepId), 'forbidden_by_policy', '"shared" or something in it'],
  ['a file on hold, in the trash', (t) => hold(t, t.trashedId), 'forbidden_by_policy', '"trashed"'],
  ['a retention', retain, 'forbidden_by_policy', '"'],
])('%s keeps the account and everything that it owns', async (_, block, code, name) => {
  await using t = await openWorld();
  await block(t);
  const refusal = await refusalOf(deleteUser(t.service, t.ann, { userId: t.bob.user.id, force: true }));
  expect(refusal).toMatchObject({ code, message: expect.stringContaining(name) });
  expect(await getFile(t.service, t.bob, { fileId: t.liveId })).toMatchObject({ name: 'live' });
  expect(await getFile(t.service, t.bob, { fileId: t.deepId })).toMatchObject({ name: 'deep' });
  expect(await getTrashedFile(t.service, t.bob, t.trashedId)).toMatchObject({ name: 'trashed' });
});

test('without anything that has to stay, the account goes with everything that it owns', async () => {
  await using t = await openWorld();
  await deleteUser(t.service, t.ann, { userId: t.bob.user.id, force: true });
  for (const id of [t.liveId, t.deepId, t.trashedId]) {
    expect((await refusalOf(getFile(t.service, t.ann, { fileId: id }))).code).toBe('not_found');
  }
  expect(await t.service.store.read(({ users }) => users.get(t.bob.user.id))).toBeNull();
});

test('the administrators and the collaborators see who deleted the account and what it owned', async () => {
  await using t = await openWorld();
  await updateFile(t.service, t.bob, { fileId: t.ownId, lock: locked });
  const log = { streamType: 'admin_logs', limit: 500 } as const;
  const changes = { streamType: 'all', limit: 500 } as const;
  const { next_stream_position: start } = await listEvents(t.service, t.ann, { ...log, streamPosition: 'now' });
  const { next_stream_position: seen } = await listEvents(t.service, t.eve, { ...changes, streamPosition: 'now' });
  await deleteUser(t.service, t.ann, { userId: t.bob.user.id, force: true });
  const logged = await listEvents(t.service, t.ann, { ...log, streamPosition: `${start}` });
  const shown = await listEvents(t.service, t.eve, { ...changes, streamPosition: `${seen}` });
  expect(logged.entries.map(({ event_type }) => event_type)).toEqual(expect.arrayContaining(['DELETE', 'DELETE_USER']));
  expect(shown.entries.map(({ event_type }) => event_type)).toContain('ITEM_TRASH');
  const actors = [...logged.entries, ...shown.entries].map(({ created_by }) => created_by?.login);
  expect(new Set(actors)).toEqual(new Set(['ann']));
});
