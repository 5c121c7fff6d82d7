import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { deleteGroup } from '../../../../../service/domain/people/groups/delete-group.ts';
import { createGroup } from '../../../../../service/domain/people/groups/write-group.ts';
import { deleteUser } from '../../../../../service/domain/people/users/delete-user.ts';
import { createEmailAlias } from '../../../../../service/domain/people/users/email-aliases.ts';
import type { Caller } from '../../../../../service/domain/service.ts';
import { listEvents } from '../../../../../service/domain/streams/events/list-events.ts';
import { createHubCollaboration } from '../../../../../service/domain/surfaces/hub-collaborations/create-hub-collaboration.ts';
import { deleteHubCollaboration } from '../../../../../service/domain/surfaces/hub-collaborations/delete-hub-collaboration.ts';
import { listHubCollaborations } from '../../../../../service/domain/surfaces/hub-collaborations/get-hub-collaboration.ts';
import { updateHubCollaboration } from '../../../../../service/domain/surfaces/hub-collaborations/update-hub-collaboration.ts';
import { createHub } from '../../../../../service/domain/surfaces/hubs/create-hub.ts';
import { deleteHub } from '../../../../../service/domain/surfaces/hubs/delete-hub.ts';
import { getHub } from '../../../../../service/domain/surfaces/hubs/get-hub.ts';
import { updateHub } from '../../../../../service/domain/surfaces/hubs/update-hub.ts';
import { openDomainWorld, refusalOf } from '../../../../support/service/domain-world.ts';

type HubRole = Parameters<typeof createHubCollaboration>[2]['role'];
type Invited = Parameters<typeof createHubCollaboration>[2]['invited'];

/** Ann, the administrator, Bob, who has a hub, and Eve. */
async function openWorld({ inviting = false } = {}) {
  const world = await openDomainWorld({ acceptManagedUsersAtOnce: !inviting });
  const { service } = world;
  const [ann, bob, eve] = [await world.join('ann'), await world.join('bob'), await world.join('eve')];
  const hub = await createHub(service, bob, { title: 'hub', description: '' });
  const give = (invited: Invited, role: HubRole) =>
    createHubCollaboration(service, bob, { hubId: hub.id, invited, role });
  const collaborations = async (reader: Caller) =>
    (await listHubCollaborations(service, reader, { hubId: hub.id, marker: undefined, limit: 100 })).entries;
  const members = async (reader: Caller) =>
    (await collaborations(reader)).map(({ accessible_by: who, role, status }) => `${who.login} ${role} ${status}`);
  return {
    world,
    service,
    hubId: hub.id,
    ann,
    bob,
    eve,
    give,
    collaborations,
    members,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

describe('administrators govern a hub without a co-owner', () => {
  test('because its last one was deleted', async () => {
    await using t = await openWorld();
    await t.give({ login: 'eve' }, 'viewer');
    await deleteUser(t.service, t.ann, { userId: t.bob.user.id, force: true });
    expect(await t.members(t.eve)).toEqual(['eve viewer accepted']);
    await createHubCollaboration(t.service, t.ann, { hubId: t.hubId, invited: { login: 'ann' }, role: 'co-owner' });
    expect(await t.members(t.ann)).toEqual(['eve viewer accepted', 'ann co-owner accepted']);
  });

  test('because its last one was a group that nobody is in any more', async () => {
    await using t = await openWorld();
    const group = await createGroup(t.service, t.ann, { name: 'group', invitabilityLevel: 'all_managed_users' });
    await t.give({ type: 'group', id: group.id }, 'co-owner');
    const [own] = await t.collaborations(t.bob);
    await deleteHubCollaboration(t.service, t.bob, own?.id ?? '');
    const change = { id: t.hubId, text: { title: 'changed' }, settings: {} };
    expect((await refusalOf(updateHub(t.service, t.bob, change))).code).toBe('not_found');
    expect(await updateHub(t.service, t.ann, change)).toMatchObject({ title: 'changed' });
    await deleteGroup(t.service, t.ann, group.id);
    expect(await t.members(t.ann)).toEqual([]);
    await deleteHub(t.service, t.ann, t.hubId);
    expect((await refusalOf(getHub(t.service, t.ann, t.hubId))).code).toBe('not_found');
  });
});

describe("the administrators' log has every change of who has access to a hub", () => {
  /** The changes of access to hubs so far: what, whose and by whom. */
  async function logged({ service, ann }: Awaited<ReturnType<typeof openWorld>>) {
    const log = { streamType: 'admin_logs', streamPosition: '0', limit: 500 } as const;
    const { entries } = await listEvents(service, ann, log);
    const ofHubs = z.object({
      event_type: z.string(),
      created_by: z.object({ login: z.string() }),
      source: z.object({
        type: z.literal('hub_collaboration'),
        role: z.string(),
        accessible_by: z.object({ name: z.string() }),
      }),
    });
    return entries.flatMap((entry) => {
      const { data } = ofHubs.safeParse(entry);
      return data
        ? [`${data.event_type} ${data.source.accessible_by.name} ${data.source.role} by ${data.created_by.login}`]
        : [];
    });
  }

  test('by its co-owners and members', async () => {
    await using t = await openWorld({ inviting: true });
    const { id } = await t.give({ login: 'eve' }, 'viewer');
    await updateHubCollaboration(t.service, t.eve, { id, role: undefined, status: 'accepted' });
    await updateHubCollaboration(t.service, t.bob, { id, role: 'co-owner', status: undefined });
    await updateHubCollaboration(t.service, t.bob, { id, role: 'co-owner', status: undefined });
    await deleteHubCollaboration(t.service, t.eve, id);
    await deleteHub(t.service, t.bob, t.hubId);
    expect(await logged(t)).toEqual([
      'COLLABORATION_INVITE  viewer by bob',
      'COLLABORATION_ACCEPT eve viewer by eve',
      'COLLABORATION_ROLE_CHANGE eve co-owner by bob',
      'COLLABORATION_REMOVE eve co-owner by eve',
      'COLLABORATION_REMOVE bob co-owner by bob',
    ]);
  });

  test('by the deletion of a person or a group', async () => {
    await using t = await openWorld();
    const group = await createGroup(t.service, t.ann, { name: 'group', invitabilityLevel: 'all_managed_users' });
    await t.give({ type: 'group', id: group.id }, 'editor');
    await deleteGroup(t.service, t.ann, group.id);
    await deleteUser(t.service, t.ann, { userId: t.bob.user.id, force: true });
    expect(await logged(t)).toEqual([
      'COLLABORATION_INVITE group editor by bob',
      'COLLABORATION_REMOVE group editor by ann',
      'COLLABORATION_REMOVE bob co-owner by ann',
    ]);
  });
});

describe('a new address of a person takes over its invitation to a hub', () => {
  const address = 'eve@example.com';
  const claim = (t: Awaited<ReturnType<typeof openWorld>>) =>
    createEmailAlias(t.service, t.ann, { userId: t.eve.user.id, email: address });

  test('unless the person is in it: then the invitation is dropped', async () => {
    await using t = await openWorld();
    await t.give({ login: 'eve' }, 'viewer');
    await t.give({ login: address }, 'editor');
    await claim(t);
    expect(await t.members(t.eve)).toEqual(['bob co-owner accepted', 'eve viewer accepted']);
  });

  test('in place of one that the person declined', async () => {
    await using t = await openWorld({ inviting: true });
    const { id } = await t.give({ login: 'eve' }, 'viewer');
    await updateHubCollaboration(t.service, t.eve, { id, role: undefined, status: 'rejected' });
    const { id: invited } = await t.give({ login: address }, 'editor');
    await claim(t);
    await updateHubCollaboration(t.service, t.eve, { id: invited, role: undefined, status: 'accepted' });
    expect(await t.members(t.eve)).toEqual(['bob co-owner accepted', 'eve editor accepted']);
  });
});
