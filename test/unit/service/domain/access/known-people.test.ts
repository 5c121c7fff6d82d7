import { expect, it } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { createAssignment } from '../../../../../service/domain/notes/tasks/change-assignment.ts';
import { createTask } from '../../../../../service/domain/notes/tasks/change-task.ts';
import { createEmailAlias } from '../../../../../service/domain/people/users/email-aliases.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { listEvents } from '../../../../../service/domain/streams/events/list-events.ts';
import { createHubCollaboration } from '../../../../../service/domain/surfaces/hub-collaborations/create-hub-collaboration.ts';
import { createHub } from '../../../../../service/domain/surfaces/hubs/create-hub.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { counting } from '../../../../support/service/counting.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

async function openWorld() {
  const world = await openDomainWorld({ acceptManagedUsersAtOnce: true });
  const { service } = world;
  const admin = await world.join('admin');
  const [ann, bob, eve] = [await world.join('ann'), await world.join('bob'), await world.join('eve')];
  const folder = (caller: Caller, name: string) => createFolder(service, caller, { parentId: '0', name });
  const invite = (caller: Caller, folderId: string, invited: { id: string } | { login: string }) => {
    const item = { kind: 'folder' as const, id: folderId };
    return createCollaboration(service, caller, { item, invited, role: 'editor' });
  };
  return { ...world, admin, ann, bob, eve, folder, invite };
}

it('an id invites only people whom the caller may see or shares something with; others are not found', async () => {
  await using t = await openWorld();
  const bait = await t.folder(t.eve, 'bait');
  const unknown = await refusalOf(t.invite(t.eve, bait.id, { id: '999999' }));
  const refused = await refusalOf(t.invite(t.eve, bait.id, { id: t.bob.user.id }));
  expect(refused.code).toBe('not_found');
  expect(refused.message).toBe(unknown.message.replace('999999', t.bob.user.id));

  const shared = await t.folder(t.ann, 'shared');
  await t.invite(t.ann, shared.id, { login: 'bob' });
  await t.invite(t.ann, shared.id, { login: 'eve' });
  for (const { user } of [t.ann, t.bob]) {
    expect(await t.invite(t.eve, bait.id, { id: user.id })).toMatchObject({ accessible_by: { login: user.login } });
  }
  const other = await t.folder(t.admin, 'other');
  expect(await t.invite(t.admin, other.id, { id: t.bob.user.id })).toMatchObject({ role: 'editor' });
});

it('naming a person by id takes as many queries of a transaction however much is shared', async () => {
  const callsWith = async (others: number) => {
    await using t = await openWorld();
    for (let count = 0; count < others; count += 1) {
      await t.invite(t.ann, (await t.folder(t.ann, `bobs ${count}`)).id, { login: 'bob' });
    }
    const shared = await t.folder(t.ann, 'shared');
    for (const login of ['bob', 'eve']) await t.invite(t.ann, shared.id, { login });
    const { id: fileId } = await putFile(t.service, t.ann, shared.id, 'f');
    const { id: taskId } = await createTask(t.service, t.bob, { fileId });
    const { id: folderId } = await t.folder(t.bob, 'own');
    const { id: hubId } = await createHub(t.service, t.bob, { title: 'own', description: '' });
    const [item, eve] = [{ kind: 'folder' as const, id: folderId }, { id: t.eve.user.id }];
    const callsOf = async (act: (service: Service) => Promise<unknown>) => {
      const { service, calls } = counting(t.service);
      await act(service);
      return calls();
    };
    return [
      await callsOf((service) => createCollaboration(service, t.bob, { item, invited: eve, role: 'viewer' })),
      await callsOf((service) => createHubCollaboration(service, t.bob, { hubId, invited: eve, role: 'viewer' })),
      await callsOf((service) => createAssignment(service, t.bob, { taskId, to: eve })),
    ];
  };
  expect(await callsWith(100)).toEqual(await callsWith(10));
});

it('an id does not show collaborators whom the folder hides', async () => {
  await using t = await openWorld();
  const [hidden, bait] = [await t.folder(t.ann, 'hidden'), await t.folder(t.eve, 'bait')];
  for (const login of ['bob', 'eve']) await t.invite(t.ann, hidden.id, { login });
  await updateFolder(t.service, t.ann, {
    folderId: hidden.id,
    canNonOwnersInvite: false,
    canNonOwnersViewCollaborators: false,
  });
  expect(await refusalOf(t.invite(t.eve, bait.id, { id: t.bob.user.id }))).toMatchObject({ code: 'not_found' });
  expect(await t.invite(t.eve, bait.id, { id: t.ann.user.id })).toMatchObject({ role: 'editor' });
});

it('an id invites no stranger to a hub either, and administrators read of every invitation', async () => {
  await using t = await openWorld();
  const log = { streamType: 'admin_logs_streaming', limit: 500 } as const;
  const { next_stream_position } = await listEvents(t.service, t.admin, { ...log, streamPosition: 'now' });
  const hub = await createHub(t.service, t.eve, { title: 'bait', description: '' });
  const invite = (invited: { id: string } | { login: string }) =>
    createHubCollaboration(t.service, t.eve, { hubId: hub.id, invited, role: 'viewer' });
  expect(await refusalOf(invite({ id: t.bob.user.id }))).toMatchObject({ code: 'not_found' });
  const { id } = await invite({ login: 'bob' });
  const events = await listEvents(t.service, t.admin, { ...log, streamPosition: String(next_stream_position) });
  expect(events.entries).toMatchObject([
    { event_type: 'COLLABORATION_INVITE', source: { type: 'hub_collaboration', id }, created_by: { login: 'eve' } },
  ]);
});

it('a task is assigned by login, alias or id to people with access to the file', async () => {
  await using t = await openWorld();
  const shared = await t.folder(t.ann, 'shared');
  for (const login of ['bob', 'eve']) await t.invite(t.ann, shared.id, { login });
  await createEmailAlias(t.service, t.admin, { userId: t.bob.user.id, email: 'robert@example.org' });
  const file = await putFile(t.service, t.ann, shared.id, 'f');
  const { id: taskId } = await createTask(t.service, t.ann, { fileId: file.id });
  const assign = (to: { id: string } | { login: string }) => createAssignment(t.service, t.ann, { taskId, to });
  expect(await assign({ login: 'robert@example.org' })).toMatchObject({ assigned_to: { login: 'bob' } });
  expect(await assign({ id: t.eve.user.id })).toMatchObject({ assigned_to: { login: 'eve' } });
});

it('a task does not show collaborators whom the folder hides: only oneself and the owner can be assigned', async () => {
  await using t = await openWorld();
  const hidden = await t.folder(t.ann, 'hidden');
  for (const login of ['bob', 'eve']) await t.invite(t.ann, hidden.id, { login });
  await updateFolder(t.service, t.ann, {
    folderId: hidden.id,
    canNonOwnersInvite: false,
    canNonOwnersViewCollaborators: false,
  });
  const file = await putFile(t.service, t.ann, hidden.id, 'f');
  const { id: taskId } = await createTask(t.service, t.eve, { fileId: file.id });
  const assign = (to: { id: string } | { login: string }) => createAssignment(t.service, t.eve, { taskId, to });
  const stranger = await refusalOf(assign({ id: t.admin.user.id }));
  const member = await refusalOf(assign({ id: t.bob.user.id }));
  expect(member.code).toBe('task_assignee_not_allowed');
  expect(member.message).toBe(stranger.message.replace(t.admin.user.id, t.bob.user.id));
  expect(await refusalOf(assign({ login: 'bob' }))).toMatchObject({ code: 'task_assignee_not_allowed' });
  for (const { user } of [t.eve, t.ann]) {
    expect(await assign({ id: user.id })).toMatchObject({ assigned_to: { login: user.login } });
  }
});
