import { describe, expect, test } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { listItemCollaborations } from '../../../../../service/domain/collaborations/list-collaborations.ts';
import type { Caller } from '../../../../../service/domain/service.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

/** outer > inner > file, all of Ann; Cleo is co-owner of `outer`, Bob an editor, and Dan is invited to nothing. */
async function openWorld() {
  const world = await openDomainWorld();
  const { service } = world;
  const [ann, bob, cleo] = [await world.join('ann'), await world.join('bob'), await world.join('cleo')];
  await world.join('dan');
  const { id: outer } = await createFolder(service, ann, { parentId: '0', name: 'outer' });
  const { id: inner } = await createFolder(service, ann, { parentId: outer, name: 'inner' });
  const { id: file } = await putFile(service, ann, inner, 'file');
  const invite = (
    by: Caller,
    kind: 'file' | 'folder',
    id: string,
    login = 'dan',
    role: 'editor' | 'co-owner' = 'editor',
  ) => createCollaboration(service, by, { item: { kind, id }, invited: { login }, role });
  await invite(ann, 'folder', outer, 'bob');
  await invite(ann, 'folder', outer, 'cleo', 'co-owner');
  const collaborators = (by: Caller, kind: 'file' | 'folder', id: string) =>
    listItemCollaborations(service, by, { item: { kind, id }, limit: 10, marker: undefined });
  const set = (folder: 'outer' | 'inner', changes: Omit<Parameters<typeof updateFolder>[2], 'folderId'>) =>
    updateFolder(service, ann, { folderId: { outer, inner }[folder], ...changes });
  return {
    ann,
    bob,
    cleo,
    inner,
    file,
    invite,
    collaborators,
    set,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const denied = 'access_denied_insufficient_permissions';

test('without settings, an editor invites to a folder and to a file below it, and sees who has them', async () => {
  await using t = await openWorld();
  await t.invite(t.bob, 'folder', t.inner);
  await t.invite(t.bob, 'file', t.file);
  expect((await t.collaborators(t.bob, 'folder', t.inner)).entries).toHaveLength(1);
  expect((await t.collaborators(t.bob, 'file', t.file)).entries).toHaveLength(1);
});

describe.each(['outer', 'inner'] as const)('a setting of the folder %s', (folder) => {
  test('keeps an editor from inviting to anything below, and not its owner and co-owners', async () => {
    await using t = await openWorld();
    await t.set(folder, { canNonOwnersInvite: false });
    expect(await refusalOf(t.invite(t.bob, 'folder', t.inner))).toMatchObject({
      code: denied,
      message: 'Only the owner and co-owners can invite people to "inner" (can_non_owners_invite).',
    });
    expect((await refusalOf(t.invite(t.bob, 'file', t.file))).code).toBe(denied);
    await t.invite(t.cleo, 'folder', t.inner);
    await t.invite(t.ann, 'file', t.file);
  });

  test('hides the collaborators of everything below from an editor, and not from its owner and co-owners', async () => {
    await using t = await openWorld();
    await t.set(folder, { canNonOwnersInvite: false, canNonOwnersViewCollaborators: false });
    expect((await refusalOf(t.collaborators(t.bob, 'folder', t.inner))).code).toBe(denied);
    expect((await refusalOf(t.collaborators(t.bob, 'file', t.file))).code).toBe(denied);
    expect((await t.collaborators(t.cleo, 'folder', t.inner)).entries).toEqual([]);
    expect((await t.collaborators(t.ann, 'file', t.file)).entries).toEqual([]);
  });

  test('keeps everything below in the enterprise', async () => {
    await using t = await openWorld();
    await t.invite(t.ann, 'folder', t.inner, 'one@example.org');
    await t.set(folder, { isCollaborationRestrictedToEnterprise: true });
    const refused = await refusalOf(t.invite(t.ann, 'folder', t.inner, 'two@example.org'));
    expect(refused.code).toBe('forbidden_by_policy');
    expect((await refusalOf(t.invite(t.ann, 'file', t.file, 'two@example.org'))).code).toBe('forbidden_by_policy');
    await t.invite(t.ann, 'folder', t.inner);
  });
});
