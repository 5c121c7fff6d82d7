import { describe, expect, test } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { listPendingCollaborations } from '../../../../../service/domain/collaborations/get-collaboration.ts';
import { listItemCollaborations } from '../../../../../service/domain/collaborations/list-collaborations.ts';
import { transferOwnership } from '../../../../../service/domain/collaborations/transfer-ownership.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { getFile } from '../../../../../service/domain/tree/files/get-file.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { getFolder } from '../../../../../service/domain/tree/folders/get-folder.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { transferContent } from '../../../../../service/domain/tree/items/transfer-content.ts';
import { purgeFile, purgeFolder } from '../../../../../service/domain/tree/trash/purge-item.ts';
import { restoreFile } from '../../../../../service/domain/tree/trash/restore-item.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

type Role = Parameters<typeof createCollaboration>[2]['role'];

/** Ann, the administrator, owns `given` with `inner` in it; Bob is to own it. `inviting`: invitations have to be accepted. */
async function openWorld({ inviting = false, treeItems = 100 } = {}) {
  const world = await openDomainWorld({ acceptManagedUsersAtOnce: !inviting, treeItems });
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const given = await createFolder(service, ann, { parentId: '0', name: 'given' });
  const inner = await createFolder(service, ann, { parentId: given.id, name: 'inner' });
  const share = (id: string, login: string, role: Role, by = ann) =>
    createCollaboration(service, by, { item: { kind: 'folder', id }, invited: { login }, role });
  const collaboratorsOf = async (id: string) => {
    const item = { kind: 'folder' as const, id };
    const { entries } = await listItemCollaborations(service, bob, { item, marker: undefined, limit: 100 });
    return entries.map(({ accessible_by: who, role }) => `${who?.name} ${role}`);
  };
  return {
    world,
    service,
    ann,
    bob,
    given,
    inner,
    share,
    collaboratorsOf,
    /** Makes Bob the owner of `given`. */
    give: async () => {
      const { id } = await share(given.id, 'bob', 'editor');
      await transferOwnership(service, ann, id);
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

test('a folder of more items than one move takes does not go to another owner, and the refusal names limit and remedy', async () => {
  await using t = await openWorld({ treeItems: 2 });
  const into = await createFolder(t.service, t.bob, { parentId: '0', name: 'into' });
  await t.share(into.id, 'ann', 'editor', t.bob);
  await putFile(t.service, t.ann, t.inner.id, 'third');
  const refusal = {
    code: 'operation_limit_exceeded',
    message: '"given" contains more than 2 items, the limit of one move to another owner. Move its folders one by one.',
  };
  const move = (folderId: string) => updateFolder(t.service, t.ann, { folderId, parentId: into.id });
  expect(await refusalOf(move(t.given.id))).toMatchObject(refusal);
  expect(await refusalOf(t.give())).toMatchObject(refusal);
  expect(await getFolder(t.service, t.ann, { folderId: t.given.id })).toMatchObject({ owned_by: { login: 'ann' } });
  expect(await move(t.inner.id)).toMatchObject({ owned_by: { login: 'bob' } });
});

describe('what is in the trash of a folder that goes to another owner', () => {
  test('stays with its owner, who restores it to the own root', async () => {
    await using t = await openWorld();
    const { id: itemId } = await putFile(t.service, t.ann, t.inner.id, 'draft');
    await deleteFile(t.service, t.ann, { fileId: itemId });
    await t.give();
    const restored = await restoreFile(t.service, t.ann, { itemId });
    expect(restored).toMatchObject({ parent: { id: '0' }, owned_by: { login: 'ann' } });
    expect(await getFolder(t.service, t.bob, { folderId: t.inner.id })).toMatchObject({ size: 0 });
    expect(await getFile(t.service, t.ann, { fileId: itemId })).toMatchObject({ item_status: 'active' });
  });

  test('is out of reach for the new owner and the people that the folder is shared with by then', async () => {
    await using t = await openWorld();
    const eve = await t.world.join('eve');
    const { id } = await putFile(t.service, t.ann, t.inner.id, 'draft');
    await deleteFile(t.service, t.ann, { fileId: id });
    const into = await createFolder(t.service, t.bob, { parentId: '0', name: 'into' });
    await t.share(into.id, 'ann', 'editor', t.bob);
    await t.share(into.id, 'eve', 'editor', t.bob);
    await updateFolder(t.service, t.ann, { folderId: t.given.id, parentId: into.id });
    expect(await t.collaboratorsOf(into.id)).toHaveLength(2);
    for (const caller of [t.bob, eve]) {
      expect((await refusalOf(getFile(t.service, caller, { fileId: id }))).code).toBe('not_found');
      expect((await refusalOf(purgeFile(t.service, caller, id))).code).toBe('not_found');
    }
  });
});

test('everything of a person who owns more items than one transfer takes stays, and the refusal names limit and remedy', async () => {
  await using t = await openWorld({ treeItems: 3 });
  const carl = await t.world.join('carl');
  const { id } = await createFolder(t.service, carl, { parentId: '0', name: 'folder' });
  for (const name of ['one', 'two']) await putFile(t.service, carl, id, name);
  const { id: trashedId } = await createFolder(t.service, carl, { parentId: '0', name: 'trashed' });
  for (const name of ['one', 'two']) await putFile(t.service, carl, trashedId, name);
  const transfer = () => transferContent(t.service, t.ann, { userId: carl.user.id, newOwnerId: t.bob.user.id });
  const limit = '"carl" owns more than 3 items, the limit of one transfer.';
  expect(await refusalOf(transfer())).toMatchObject({
    code: 'operation_limit_exceeded',
    message: `${limit} Move some folders to the new owner first.`,
  });
  await deleteFolder(t.service, carl, { folderId: trashedId, recursive: true });
  expect(await refusalOf(transfer())).toMatchObject({
    code: 'operation_limit_exceeded',
    message: `${limit} The trash counts too. Empty it first. Items under a legal hold or retention stay in it until that ends.`,
  });
  await purgeFolder(t.service, carl, trashedId);
  expect(await transfer()).toMatchObject({ owned_by: { login: 'bob' } });
});

describe('a new owner', () => {
  test('is no collaborator of items below: one who is removed again has no access left', async () => {
    await using t = await openWorld();
    await t.world.join('eve');
    await t.share(t.inner.id, 'bob', 'viewer');
    await t.share(t.inner.id, 'eve', 'viewer');
    await t.give();
    expect(await t.collaboratorsOf(t.inner.id)).toEqual(['eve viewer']);
  });

  test('of everything of a person gets it in a folder whose name the own root does not show yet', async () => {
    await using t = await openWorld();
    const carl = await t.world.join('carl');
    const { id } = await createFolder(t.service, t.ann, { parentId: '0', name: "Carl's files and folders" });
    await t.share(id, 'bob', 'viewer');
    const folder = await transferContent(t.service, t.ann, { userId: carl.user.id, newOwnerId: t.bob.user.id });
    expect(folder.name).toBe("carl's Files and Folders (2)");
  });

  test('of everything of a person has no invitation to any of it', async () => {
    await using t = await openWorld({ inviting: true });
    const carl = await t.world.join('carl');
    const { id } = await createFolder(t.service, carl, { parentId: '0', name: 'of Carl' });
    await t.share(id, 'bob', 'editor', carl);
    await t.share(t.given.id, 'bob', 'editor');
    await transferContent(t.service, t.ann, { userId: carl.user.id, newOwnerId: t.bob.user.id });
    const pending = await listPendingCollaborations(t.service, t.bob, { offset: 0, limit: 10 });
    expect(pending.total_count).toBe(1);
    expect(await t.collaboratorsOf(id)).toEqual([]);
  });
});
