import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { sdkClient } from '../../support/service/callers/sdk-client.ts';
import { startTestService } from '../../support/service/service.ts';

test('the public SDK shares a folder with a person, lists it, changes the role and takes it back', async () => {
  await using service = await startTestService();
  const bob = await service.addPerson('bob@example.com', 'Bob');
  const { folders, userCollaborations, listCollaborations } = sdkClient(service, service.person.token);
  const folder = await folders.createFolder({ name: 'Plans', parent: { id: '0' } });

  const made = await userCollaborations.createCollaboration({
    item: { type: 'folder', id: folder.id },
    accessibleBy: { type: 'user', login: bob.login },
    role: 'editor',
  });
  expect([made.role, made.status, made.item?.id, made.acceptanceRequirementsStatus !== undefined]).toEqual([
    'editor',
    'accepted',
    folder.id,
    true,
  ]);
  const read = await userCollaborations.getCollaborationById(made.id);
  expect([read.id, read.inviteEmail]).toEqual([made.id, undefined]);
  const updated = await userCollaborations.updateCollaborationById(made.id, { requestBody: { role: 'viewer' } });
  expect(updated?.role).toBe('viewer');
  const listed = await listCollaborations.getFolderCollaborations(folder.id);
  expect(listed.entries?.map((entry) => [entry.id, entry.role])).toEqual([[made.id, 'viewer']]);
  await userCollaborations.deleteCollaborationById(made.id);
  expect((await listCollaborations.getFolderCollaborations(folder.id)).entries).toEqual([]);
});

test('the public SDK invites an unknown email address, and reads the pending invitation', async () => {
  await using service = await startTestService();
  const { folders, userCollaborations, listCollaborations } = sdkClient(service, service.person.token);
  const folder = await folders.createFolder({ name: 'Plans', parent: { id: '0' } });

  const made = await userCollaborations.createCollaboration({
    item: { type: 'folder', id: folder.id },
    accessibleBy: { type: 'user', login: 'guest@elsewhere.example' },
    role: 'viewer',
  });
  expect([made.status, made.inviteEmail]).toEqual(['pending', 'guest@elsewhere.example']);
  expect((await listCollaborations.getCollaborations({ status: 'pending' })).totalCount).toBe(0);
  expect((await userCollaborations.getCollaborationById(made.id)).status).toBe('pending');
});

test('the public SDK gives a file away: 204, and the old owner is a co-owner', async () => {
  await using service = await startTestService();
  const bob = await service.addPerson('bob@example.com', 'Bob');
  const ann = sdkClient(service, service.person.token);
  const folder = await ann.folders.createFolder({ name: 'Gift', parent: { id: '0' } });
  const made = await ann.userCollaborations.createCollaboration({
    item: { type: 'folder', id: folder.id },
    accessibleBy: { type: 'user', id: bob.id },
    role: 'editor',
  });

  const nothing = await ann.userCollaborations.updateCollaborationById(made.id, { requestBody: { role: 'owner' } });
  expect(nothing).toBeUndefined();
  const theirs = sdkClient(service, bob.token);
  expect((await theirs.folders.getFolderById(folder.id)).ownedBy?.id).toBe(bob.id);
  const listed = await theirs.listCollaborations.getFolderCollaborations(folder.id);
  expect(listed.entries?.map((entry) => entry.role)).toEqual(['co-owner']);
});

test("the public SDK shares a folder with a group and lists the group's collaborations", async () => {
  await using service = await startTestService();
  const { folders, groups, userCollaborations, listCollaborations } = sdkClient(service, service.person.token);
  const folder = await folders.createFolder({ name: 'Plans', parent: { id: '0' } });
  const group = await groups.createGroup({ name: 'Staff' });

  expect((await listCollaborations.getGroupCollaborations(group.id)).totalCount).toBe(0);
  const made = await userCollaborations.createCollaboration({
    item: { type: 'folder', id: folder.id },
    accessibleBy: { type: 'group', id: group.id },
    role: 'editor',
  });
  expect([made.status, made.accessibleBy?.id, made.accessibleBy?.type]).toEqual(['accepted', group.id, 'group']);
  const listed = await listCollaborations.getGroupCollaborations(group.id);
  expect(listed.entries?.map((entry) => [entry.id, entry.item?.id])).toEqual([[made.id, folder.id]]);
});

test('the public SDK lists the collaborators of a file', async () => {
  await using service = await startTestService();
  const bob = await service.addPerson('bob@example.com', 'Bob');
  const { uploads, userCollaborations, listCollaborations } = sdkClient(service, service.person.token);
  const uploaded = await uploads.uploadFile({
    attributes: { name: 'a.txt', parent: { id: '0' } },
    file: Readable.from([Buffer.from('a')]),
  });
  const file = uploaded.entries?.[0]?.id ?? '';
  expect((await listCollaborations.getFileCollaborations(file)).entries).toEqual([]);
  const made = await userCollaborations.createCollaboration({
    item: { type: 'file', id: file },
    accessibleBy: { type: 'user', login: bob.login },
    role: 'viewer',
  });
  const listed = await listCollaborations.getFileCollaborations(file);
  expect(listed.entries?.map((entry) => entry.id)).toEqual([made.id]);
});
