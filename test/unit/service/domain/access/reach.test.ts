import { describe, expect, test } from 'vitest';
import { findItem, requireItem } from '../../../../../service/domain/access/item-access.ts';
import { sharedItems } from '../../../../../service/domain/access/shared-with.ts';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { search } from '../../../../../service/domain/notes/search/search.ts';
import { createMembership } from '../../../../../service/domain/people/group-memberships/create-membership.ts';
import { createGroup } from '../../../../../service/domain/people/groups/write-group.ts';
import type { Caller } from '../../../../../service/domain/service.ts';
import { listEvents } from '../../../../../service/domain/streams/events/list-events.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { uploadFiles } from '../../../../../service/domain/tree/files/upload-files.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { getFolder } from '../../../../../service/domain/tree/folders/get-folder.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { purgeFolder } from '../../../../../service/domain/tree/trash/purge-item.ts';
import type { MetadataReads } from '../../../../../service/ports/metadata-store.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

/** outer > inner > file, all of Ann. */
async function openWorld() {
  const world = await openDomainWorld();
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const outer = (await createFolder(service, ann, { parentId: '0', name: 'outer' })).id;
  const inner = (await createFolder(service, ann, { parentId: outer, name: 'inner' })).id;
  const file = (await putFile(service, ann, inner, 'file')).id;
  const read = <T>(work: (reads: MetadataReads) => Promise<T>) => service.store.read(work);
  return {
    service,
    ann,
    bob,
    join: (login: string) => world.join(login),
    ids: { outer, inner, file },
    share: (id: string, role: 'viewer' | 'editor', more: { isAccessOnly?: boolean; canViewPath?: boolean } = {}) =>
      createCollaboration(service, ann, { item: { kind: 'folder', id }, invited: { login: 'bob' }, role, ...more }),
    /** Shares a folder with a new group that has this member. */
    shareWithGroupOf: async (member: Caller, folderId: string) => {
      const { id } = await createGroup(service, ann, { name: `of ${member.user.login}` });
      const membership = { groupId: id, userId: member.user.id, role: 'member', permissions: null } as const;
      await createMembership(service, ann, membership);
      const item = { kind: 'folder' as const, id: folderId };
      await createCollaboration(service, ann, { item, invited: { type: 'group', id }, role: 'viewer' });
    },
    find: (caller: Caller, id = file) => read((reads) => findItem(reads, caller, 'file', id)),
    require: (caller: Caller, id = file) => read((reads) => requireItem(reads, caller, 'file', id, 'list')),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

describe('a person to whom a folder and one in it are shared', () => {
  test('has the stronger role in the inner one, also if it is the role of the outer one', async () => {
    await using t = await openWorld();
    await t.share(t.ids.outer, 'editor');
    await t.share(t.ids.inner, 'viewer');
    expect((await t.find(t.bob)).access).toMatchObject({ role: 'editor', sharedItemId: t.ids.outer });
  });

  test('sees the inner one on its own if only that appears in the root', async () => {
    await using t = await openWorld();
    await t.share(t.ids.outer, 'editor', { isAccessOnly: true });
    expect((await t.find(t.bob)).access).toMatchObject({ role: 'editor', sharedItemId: t.ids.outer });
    await t.share(t.ids.inner, 'viewer');
    expect((await t.find(t.bob)).access).toMatchObject({ role: 'editor', sharedItemId: t.ids.inner });
  });

  test('sees neither in the root, and both from the outer one on, if neither is to appear there', async () => {
    await using t = await openWorld();
    // Around it, though made later.
    const { id: around } = await createFolder(t.service, t.ann, { parentId: '0', name: 'around' });
    await updateFolder(t.service, t.ann, { folderId: t.ids.outer, parentId: around });
    await t.share(t.ids.outer, 'viewer', { isAccessOnly: true });
    await t.share(around, 'viewer', { isAccessOnly: true });
    expect((await t.find(t.bob)).access).toMatchObject({ role: 'viewer', sharedItemId: around });
  });
});

describe('the names of the folders above a shared one', () => {
  type World = Awaited<ReturnType<typeof openWorld>>;
  const canViewPath = true;

  test.each<[string, string, (t: World) => Promise<unknown>]>([
    ['are hidden by default', 'inner', (t) => t.share(t.ids.inner, 'viewer')],
    ['are visible if the invitation says so', 'outer/inner', (t) => t.share(t.ids.inner, 'viewer', { canViewPath })],
    [
      'are visible if one of several invitations says so',
      'outer/inner',
      async (t) => {
        await t.shareWithGroupOf(t.bob, t.ids.inner);
        await t.share(t.ids.inner, 'viewer', { canViewPath });
      },
    ],
    [
      'stay hidden if only an invitation further down says so',
      'inner',
      async (t) => {
        await t.share(t.ids.inner, 'viewer');
        const { id } = await createFolder(t.service, t.ann, { parentId: t.ids.inner, name: 'innermost' });
        await updateFile(t.service, t.ann, { fileId: t.ids.file, parentId: id });
        await t.share(id, 'viewer', { canViewPath });
      },
    ],
  ])('%s: %s', async (_rule, path, share) => {
    await using t = await openWorld();
    await share(t);
    const { access } = await t.find(t.bob);
    expect(access.sharedItemId).toBe(t.ids.inner);
    expect(access.canViewPath ?? false).toBe(path === 'outer/inner');
    const folder = await getFolder(t.service, t.bob, { folderId: t.ids.inner });
    if (folder === 'not_modified') throw new Error(folder);
    const names = [...(folder.path_collection?.entries.slice(1) ?? []), folder].map(({ name }) => name);
    expect(names.join('/')).toBe(path);
  });
});

test('an item below a folder in the trash is in the trash too', async () => {
  await using t = await openWorld();
  await deleteFolder(t.service, t.ann, { folderId: t.ids.outer, recursive: true });
  expect((await t.find(t.ann)).item.id).toBe(t.ids.file);
  expect(await refusalOf(t.require(t.ann))).toMatchObject({ code: 'trashed' });
});

test('an item below a permanently deleted folder is gone at once, however long the rest of it takes', async () => {
  await using t = await openWorld();
  const content = { bytes: Buffer.from('x'), contentCreatedAt: undefined, contentModifiedAt: undefined };
  const files = Array.from({ length: 1_001 }, (_, index) => ({ ...content, parentId: t.ids.outer, name: `${index}` }));
  await uploadFiles(t.service, t.ann, files);
  await deleteFolder(t.service, t.ann, { folderId: t.ids.outer, recursive: true });
  await purgeFolder(t.service, t.ann, t.ids.outer);
  expect(await t.service.store.read(({ items }) => items.get(t.ids.file))).not.toBeNull();
  expect(await refusalOf(t.find(t.ann))).toMatchObject({ code: 'not_found' });
  const anywhere = { scope: 'user_content', fields: ['name'], filters: {}, trash: 'all_items' } as const;
  const first = { sort: 'relevance', direction: 'DESC', offset: 0, limit: 9, includesLinked: false } as const;
  const wanted = { query: 'file', ...anywhere, ...first };
  const found = await search(t.service, t.ann, wanted);
  expect(found.views).toEqual([]);
});

test('a shared item takes its name in the root of a person, and in no other folder of theirs', async () => {
  await using t = await openWorld();
  await t.share(t.ids.outer, 'viewer');
  expect(await refusalOf(createFolder(t.service, t.bob, { parentId: '0', name: 'outer' }))).toMatchObject({
    code: 'item_name_in_use',
  });
  const { id: parentId } = await createFolder(t.service, t.bob, { parentId: '0', name: 'own' });
  expect(await createFolder(t.service, t.bob, { parentId, name: 'outer' })).toMatchObject({ name: 'outer' });
});

test.each(['file', 'folder'] as const)(
  'a name in use is refused to a new %s, and the other item is named',
  async (kind) => {
    await using t = await openWorld();
    const create = {
      file: () => putFile(t.service, t.ann, t.ids.outer, 'INNER'),
      folder: () => createFolder(t.service, t.ann, { parentId: t.ids.outer, name: 'INNER' }),
    };
    const { code, message, contextInfo } = await refusalOf(create[kind]());
    expect([code, message]).toEqual([
      'item_name_in_use',
      'This folder already contains a folder named "inner". Choose another name.',
    ]);
    const other = { type: 'folder', id: t.ids.inner, name: 'inner' };
    expect(contextInfo?.conflicts).toMatchObject(kind === 'file' ? other : [other]);
  },
);

test('an item that is shared for access only takes no name in the root', async () => {
  await using t = await openWorld();
  await t.share(t.ids.outer, 'viewer', { isAccessOnly: true });
  expect(await createFolder(t.service, t.bob, { parentId: '0', name: 'outer' })).toMatchObject({ name: 'outer' });
});

test('an item that its owner shares with a group of their own takes no name in their root', async () => {
  await using t = await openWorld();
  await t.shareWithGroupOf(t.ann, t.ids.inner);
  expect(await createFolder(t.service, t.ann, { parentId: '0', name: 'inner' })).toMatchObject({ name: 'inner' });
});

test('an alias in a root is a name that is taken there, and the refusal shows it', async () => {
  await using t = await openWorld();
  await t.share(t.ids.outer, 'viewer');
  await createFolder(t.service, t.bob, { parentId: '0', name: 'plans' });
  await updateFolder(t.service, t.ann, { folderId: t.ids.outer, name: 'plans' });
  const refusal = await refusalOf(createFolder(t.service, t.bob, { parentId: '0', name: 'Plans (2)' }));
  expect(refusal.message).toContain('a folder named "plans (2)"');
  expect(refusal.contextInfo?.conflicts).toMatchObject([{ id: t.ids.outer, name: 'plans (2)' }]);
});

test('of two groups on one path, each shows its members what it was invited to, and nothing above', async () => {
  await using t = await openWorld();
  await t.shareWithGroupOf(await t.join('eve'), t.ids.outer);
  await t.shareWithGroupOf(t.bob, t.ids.inner);
  await putFile(t.service, t.ann, t.ids.inner, 'news');
  const { entries } = await listEvents(t.service, t.bob, { streamType: 'changes', limit: 100 });
  expect(entries.at(-1)).toMatchObject({
    event_type: 'ITEM_UPLOAD',
    source: { name: 'news', path_collection: { entries: [{ id: '0' }, { name: 'inner' }] } },
  });
});

test.each([
  ['earlier', 0, 1],
  ['later', 1, 0],
])(
  'of two shared items, the one that is renamed gets the number, also if it was made %s',
  async (_when, renamed, other) => {
    await using t = await openWorld();
    const later = (await createFolder(t.service, t.ann, { parentId: '0', name: 'later' })).id;
    await t.share(t.ids.outer, 'viewer');
    await t.share(later, 'viewer');
    const ids = [t.ids.outer, later];
    const [folderId = '', keeping = ''] = [ids[renamed], ids[other]];
    await updateFolder(t.service, t.ann, { folderId: keeping, name: 'plans' });
    const { id: elsewhere } = await createFolder(t.service, t.ann, { parentId: '0', name: 'elsewhere' });
    await updateFolder(t.service, t.ann, { folderId, parentId: elsewhere, name: 'plans' });
    const names = await t.service.store.read((reads) => sharedItems(reads, t.bob.user));
    expect(new Map(names.map(({ item, name }) => [item.id, name]))).toEqual(
      new Map([
        [keeping, 'plans'],
        [folderId, 'plans (2)'],
      ]),
    );
  },
);

describe('an item that has a number in a root', () => {
  /** Bob has "plans" and "notes" of his own, and the shared folder goes by "plans (2)". */
  async function openNumbered() {
    const t = await openWorld();
    await t.share(t.ids.outer, 'viewer');
    const { id: own } = await createFolder(t.service, t.bob, { parentId: '0', name: 'plans' });
    await createFolder(t.service, t.bob, { parentId: '0', name: 'notes' });
    const rename = (folderId: string, name: string) => updateFolder(t.service, t.ann, { folderId, name });
    await rename(t.ids.outer, 'plans');
    const shown = async () =>
      (await t.service.store.read((reads) => sharedItems(reads, t.bob.user))).map(({ name }) => name);
    return { ...t, own, rename, shown };
  }

  test('gets another one with another name that is taken', async () => {
    await using t = await openNumbered();
    expect(await t.shown()).toEqual(['plans (2)']);
    expect(await getFolder(t.service, t.bob, { folderId: t.ids.outer })).toMatchObject({ name: 'plans (2)' });
    expect(await getFolder(t.service, t.ann, { folderId: t.ids.outer })).toMatchObject({ name: 'plans' });
    await t.rename(t.ids.outer, 'notes');
    expect(await t.shown()).toEqual(['notes (2)']);
  });

  test('keeps it while it has its name, even if that is free by now and another item is renamed', async () => {
    await using t = await openNumbered();
    await updateFolder(t.service, t.bob, { folderId: t.own, name: 'renamed' });
    const { id } = await createFolder(t.service, t.ann, { parentId: '0', name: 'second' });
    await t.share(id, 'viewer');
    await t.rename(id, 'third');
    expect(await t.shown()).toEqual(['plans (2)', 'third']);
  });

  test('has its own name again once that is free when it gets it back', async () => {
    await using t = await openNumbered();
    await t.rename(t.ids.outer, 'free');
    await updateFolder(t.service, t.bob, { folderId: t.own, name: 'renamed' });
    await t.rename(t.ids.outer, 'plans');
    expect(await t.shown()).toEqual(['plans']);
  });
});
