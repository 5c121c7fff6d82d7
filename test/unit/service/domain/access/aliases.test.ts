import { expect, test } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { deleteCollaboration } from '../../../../../service/domain/collaborations/delete-collaboration.ts';
import { createMembership } from '../../../../../service/domain/people/group-memberships/create-membership.ts';
import { deleteMembership } from '../../../../../service/domain/people/group-memberships/update-membership.ts';
import { createGroup } from '../../../../../service/domain/people/groups/write-group.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { listFolderItems } from '../../../../../service/domain/tree/folders/list-folder-items.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { transferContent } from '../../../../../service/domain/tree/items/transfer-content.ts';
import { restoreFolder } from '../../../../../service/domain/tree/trash/restore-item.ts';
import { openDomainWorld } from '../../../../support/service/domain-world.ts';

/** Ann, the administrator, shares `outer`/`plans` with Bob, who has a folder "plans" of his own: he sees hers as "plans (2)". */
async function openWorld() {
  const world = await openDomainWorld();
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const outer = await createFolder(service, ann, { parentId: '0', name: 'outer' });
  const { id: plans } = await createFolder(service, ann, { parentId: outer.id, name: 'draft' });
  const share = () =>
    createCollaboration(service, ann, {
      item: { kind: 'folder', id: plans },
      invited: { login: 'bob' },
      role: 'editor',
    });
  const { id: collaborationId } = await share();
  const own = await createFolder(service, bob, { parentId: '0', name: 'plans' });
  await updateFolder(service, ann, { folderId: plans, name: 'plans' });
  const rootOfBob = async () => {
    const page = { form: 'offset', offset: 0, limit: 100, fields: undefined } as const;
    return (await listFolderItems(service, bob, { folderId: '0', page })).entries.map(({ name }) => name ?? '').sort();
  };
  expect(await rootOfBob()).toEqual(['plans', 'plans (2)']);
  return {
    service,
    ann,
    bob,
    outer,
    plans,
    share,
    unshare: () => deleteCollaboration(service, ann, collaborationId),
    renameOwn: (name: string) => updateFolder(service, bob, { folderId: own.id, name }),
    rootOfBob,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

test('an alias ends with the share: shared again, the item has its own name where that is free', async () => {
  await using t = await openWorld();
  await t.unshare();
  await t.renameOwn('mine');
  await t.share();
  expect(await t.rootOfBob()).toEqual(['mine', 'plans']);
});

test('an alias ends with the membership that it came from, even while the item is in the trash', async () => {
  await using t = await openWorld();
  const { id: groupId } = await createGroup(t.service, t.ann, { name: 'group' });
  const userId = t.bob.user.id;
  const join = () => createMembership(t.service, t.ann, { groupId, userId, role: 'member', permissions: 'unset' });
  const { id: membershipId } = await join();
  const item = { kind: 'folder' as const, id: t.plans };
  await createCollaboration(t.service, t.ann, { item, invited: { type: 'group', id: groupId }, role: 'editor' });
  await t.unshare();
  expect(await t.rootOfBob()).toEqual(['plans', 'plans (2)']);
  await deleteFolder(t.service, t.ann, { folderId: t.plans, recursive: true });
  await deleteMembership(t.service, t.ann, membershipId);
  await t.renameOwn('mine');
  await restoreFolder(t.service, t.ann, { itemId: t.plans });
  await join();
  expect(await t.rootOfBob()).toEqual(['mine', 'plans']);
});

test('an item that comes back from the trash gets another alias where its former one is taken', async () => {
  await using t = await openWorld();
  await deleteFolder(t.service, t.ann, { folderId: t.plans, recursive: true });
  await createFolder(t.service, t.bob, { parentId: '0', name: 'plans (2)' });
  await restoreFolder(t.service, t.ann, { itemId: t.plans });
  expect(await t.rootOfBob()).toEqual(['plans', 'plans (2)', 'plans (3)']);
});

test.each([
  [
    'moves into a folder of the person',
    async (t: Awaited<ReturnType<typeof openWorld>>) => {
      const { id } = await createFolder(t.service, t.bob, { parentId: '0', name: 'inbox' });
      const item = { kind: 'folder' as const, id };
      await createCollaboration(t.service, t.bob, { item, invited: { login: 'ann' }, role: 'editor' });
      await updateFolder(t.service, t.ann, { folderId: t.outer.id, parentId: id });
    },
  ],
  [
    'is transferred to the person',
    async (t: Awaited<ReturnType<typeof openWorld>>) => {
      await transferContent(t.service, t.ann, { userId: t.ann.user.id, newOwnerId: t.bob.user.id });
    },
  ],
])('an item has its own name in the root of its new owner after a folder above it %s', async (_, pass) => {
  await using t = await openWorld();
  await pass(t);
  await t.renameOwn('mine');
  await updateFolder(t.service, t.bob, { folderId: t.plans, parentId: '0' });
  expect(await t.rootOfBob()).toEqual(expect.arrayContaining(['mine', 'plans']));
});

test.each(['offset', 'marker'] as const)(
  'a root is sorted by the names that it shows, in pages by %s',
  async (form) => {
    await using t = await openWorld();
    await createFolder(t.service, t.bob, { parentId: '0', name: 'plans .old' });
    const names: string[] = [];
    let marker: string | undefined;
    for (let offset = 0; offset < 3; offset += 1) {
      const of = {
        limit: 1,
        sort: 'name',
        direction: 'DESC',
        fields: form === 'marker' ? ['name'] : undefined,
      } as const;
      const page = form === 'offset' ? { form, ...of, offset } : { form, ...of, marker };
      const answer = await listFolderItems(t.service, t.bob, { folderId: '0', page });
      names.push(...answer.entries.map(({ name }) => name ?? ''));
      if ('next_marker' in answer) marker = answer.next_marker ?? undefined;
    }
    expect(names).toEqual(['plans .old', 'plans (2)', 'plans']);
  },
);
