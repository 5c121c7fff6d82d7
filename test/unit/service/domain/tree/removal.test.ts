import { describe, expect, test } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { getFolder } from '../../../../../service/domain/tree/folders/get-folder.ts';
import { listFolderItems } from '../../../../../service/domain/tree/folders/list-folder-items.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { purgeFile, purgeFolder } from '../../../../../service/domain/tree/trash/purge-item.ts';
import { restoreFile, restoreFolder } from '../../../../../service/domain/tree/trash/restore-item.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

type Role = Parameters<typeof createCollaboration>[2]['role'];

/** Ann owns `outer` with `inner` in it, and `file` in that; Bob has these roles. */
async function openWorld(roles: { readonly outer?: Role; readonly inner?: Role }) {
  const world = await openDomainWorld();
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const outer = await createFolder(service, ann, { parentId: '0', name: 'outer' });
  const inner = await createFolder(service, ann, { parentId: outer.id, name: 'inner' });
  const file = await putFile(service, ann, inner.id, 'file');
  const share = async (id: string, role: Role | undefined) => {
    const item = { kind: 'folder' as const, id };
    if (role) await createCollaboration(service, ann, { item, invited: { login: 'bob' }, role });
  };
  await share(outer.id, roles.outer);
  await share(inner.id, roles.inner);
  return { service, ann, bob, outer, inner, file, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

const denied = 'access_denied_insufficient_permissions';

describe('an editor', () => {
  test('trashes and restores items below the shared folder, and permanently deletes none of them', async () => {
    await using t = await openWorld({ inner: 'editor' });
    const sub = await createFolder(t.service, t.ann, { parentId: t.inner.id, name: 'sub' });
    await deleteFile(t.service, t.bob, { fileId: t.file.id });
    await deleteFolder(t.service, t.bob, { folderId: sub.id, recursive: true });
    expect((await refusalOf(purgeFile(t.service, t.bob, t.file.id))).code).toBe(denied);
    expect((await refusalOf(purgeFolder(t.service, t.bob, sub.id))).code).toBe(denied);
    await restoreFile(t.service, t.bob, { itemId: t.file.id });
    await restoreFolder(t.service, t.bob, { itemId: sub.id });
  });

  test('neither deletes nor restores the shared folder once its owner trashed it', async () => {
    await using t = await openWorld({ inner: 'editor' });
    await deleteFolder(t.service, t.ann, { folderId: t.inner.id, recursive: true });
    expect((await refusalOf(purgeFolder(t.service, t.bob, t.inner.id))).code).toBe(denied);
    expect((await refusalOf(restoreFolder(t.service, t.bob, { itemId: t.inner.id }))).code).toBe(denied);
    await purgeFolder(t.service, t.ann, t.inner.id);
  });

  test('becomes able to permanently delete as a co-owner', async () => {
    await using t = await openWorld({ inner: 'co-owner' });
    await deleteFile(t.service, t.ann, { fileId: t.file.id });
    await purgeFile(t.service, t.bob, t.file.id);
  });

  test.each([
    [{ inner: 'editor' }, false],
    [{ outer: 'viewer', inner: 'editor' }, false],
    [{ outer: 'editor', inner: 'viewer' }, true],
    [{ outer: 'editor', inner: 'editor' }, true],
    [{ outer: 'viewer', inner: 'co-owner' }, true],
  ] as const)('removes a folder only as an editor of the one above it, or a co-owner: %j', async (roles, may) => {
    await using t = await openWorld(roles);
    const folderId = t.inner.id;
    expect(await getFolder(t.service, t.bob, { folderId })).toMatchObject({ permissions: { can_delete: may } });
    if ('outer' in roles) {
      const page = { form: 'offset', offset: 0, limit: 9, fields: ['permissions'] } as const;
      const { entries } = await listFolderItems(t.service, t.bob, { folderId: t.outer.id, page });
      expect(entries).toMatchObject([{ permissions: { can_delete: may } }]);
    }
    const inside = await createFolder(t.service, t.bob, { parentId: folderId, name: 'inside' }).catch(() => null);
    expect(inside).toMatchObject({ permissions: { can_delete: true } });
    const below = { form: 'offset', offset: 0, limit: 9, fields: ['permissions'] } as const;
    for (const entry of (await listFolderItems(t.service, t.bob, { folderId, page: below })).entries) {
      expect(entry).toMatchObject({ permissions: { can_delete: true } });
    }
    const moved = updateFolder(t.service, t.bob, { folderId, parentId: inside?.id ?? '' });
    expect((await refusalOf(moved)).code).toBe(may ? 'cyclical_folder_structure' : denied);
    const removal = deleteFolder(t.service, t.bob, { folderId, recursive: true });
    if (may) await removal;
    else expect((await refusalOf(removal)).code).toBe(denied);
  });
});
