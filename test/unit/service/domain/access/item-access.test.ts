import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accessTo,
  findItem,
  requireItem,
  stillMay,
  type Viewer,
  viewOfKind,
} from '../../../../../service/domain/access/item-access.ts';
import { findLink, findLinkByAddress } from '../../../../../service/domain/access/links/live-link.ts';
import { requireNoFolderLock } from '../../../../../service/domain/access/locks.ts';
import { sharedItems } from '../../../../../service/domain/access/shared-with.ts';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { createMembership } from '../../../../../service/domain/people/group-memberships/create-membership.ts';
import { createGroup } from '../../../../../service/domain/people/groups/write-group.ts';
import { updateUser } from '../../../../../service/domain/people/users/update-user.ts';
import type { Caller } from '../../../../../service/domain/service.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import type { MetadataReads } from '../../../../../service/ports/metadata-store.ts';
import { type DomainWorld, openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

/* top > shared > inner > file, all of Ann; Bob is a viewer of `shared`, and his group an editor of `inner`. */

let world: DomainWorld;
let ann: Caller;
let bob: Caller;
let eve: Caller;
let ids: Readonly<Record<'top' | 'shared' | 'inner' | 'file', string>>;
beforeAll(async () => {
  world = await openDomainWorld();
  const { service } = world;
  ann = await world.join('ann');
  bob = await world.join('bob');
  eve = await world.join('eve');
  const top = await createFolder(service, ann, { parentId: '0', name: 'top' });
  const shared = await createFolder(service, ann, { parentId: top.id, name: 'shared' });
  const inner = await createFolder(service, ann, { parentId: shared.id, name: 'inner' });
  const file = await putFile(service, ann, inner.id, 'file');
  ids = { top: top.id, shared: shared.id, inner: inner.id, file: file.id };
  const group = await createGroup(service, ann, { name: 'group' });
  await createMembership(service, ann, { groupId: group.id, userId: bob.user.id, role: 'member', permissions: null });
  const share = (
    id: string,
    invited: Parameters<typeof createCollaboration>[2]['invited'],
    role: 'viewer' | 'editor',
  ) => createCollaboration(service, ann, { item: { kind: 'folder', id }, invited, role });
  await share(shared.id, { login: 'bob' }, 'viewer');
  await share(inner.id, { type: 'group', id: group.id }, 'editor');
});
afterAll(() => world[Symbol.asyncDispose]());

const read = <T>(work: (reads: MetadataReads) => Promise<T>) => world.service.store.read(work);

async function accessOf(viewer: Viewer, name: keyof typeof ids) {
  return read(async (reads) => {
    const item = await reads.items.get(ids[name]);
    if (item === null) throw new Error(`There is no ${name}.`);
    return accessTo(reads, viewer, item, await reads.items.ancestors(item));
  });
}

describe('access', () => {
  test('of the owner is to everything, as their own', async () => {
    expect(await accessOf(ann, 'file')).toMatchObject({ role: 'owner', sharedItemId: null });
  });

  test('of a stranger is to nothing', async () => {
    for (const name of ['top', 'shared', 'inner', 'file'] as const) expect(await accessOf(eve, name)).toBeNull();
  });

  test('by several collaborations is the strongest of them, from the topmost shared item on', async () => {
    expect(await accessOf(bob, 'top')).toBeNull();
    expect(await accessOf(bob, 'shared')).toMatchObject({ role: 'viewer', sharedItemId: ids.shared });
    expect(await accessOf(bob, 'inner')).toMatchObject({ role: 'editor', sharedItemId: ids.shared });
    expect(await accessOf(bob, 'file')).toMatchObject({ role: 'editor', sharedItemId: ids.shared });
  });

  test('of a limited token is to its item and the items below it', async () => {
    const limited = { user: ann.user, restrictedTo: { itemId: ids.inner } };
    for (const name of ['top', 'shared'] as const) expect(await accessOf(limited, name)).toBeNull();
    for (const name of ['inner', 'file'] as const)
      expect(await accessOf(limited, name)).toMatchObject({ role: 'owner' });
  });

  test('by a shared link is its role, at and below its item, added to the own one', async () => {
    const link = (role: 'viewer' | 'viewer uploader' | null) => ({ itemId: ids.shared, role, stamp: 's' });
    expect(await accessOf({ user: eve.user, sharedLink: link('viewer') }, 'top')).toBeNull();
    expect(await accessOf({ user: eve.user, sharedLink: link('viewer') }, 'file')).toEqual({
      role: 'viewer',
      sharedItemId: ids.shared,
      status: 'active',
    });
    expect(await accessOf({ user: eve.user, sharedLink: link(null) }, 'file')).toBeNull();
    expect(await accessOf({ user: bob.user, sharedLink: link('viewer uploader') }, 'shared')).toMatchObject({
      role: 'viewer uploader',
    });
    expect(await accessOf({ user: bob.user, sharedLink: link('viewer') }, 'file')).toMatchObject({ role: 'editor' });
  });

  test('names no status for a viewer without one', async () => {
    const { id, rootId } = bob.user;
    expect(await accessOf({ user: { id, rootId } }, 'shared')).not.toHaveProperty('status');
    expect(await accessOf({ user: { id, rootId, status: 'inactive' } }, 'shared')).toMatchObject({
      status: 'inactive',
    });
  });
});

describe('an item is found', () => {
  const find = (viewer: Viewer, kind: 'file' | 'folder', id: string) =>
    read((reads) => findItem(reads, viewer, kind, id));

  test('by its kind and its id, with its location', async () => {
    const { item, ancestors } = await find(bob, 'file', ids.file);
    expect([item.name, ...ancestors.map(({ id }) => id)]).toEqual([
      'file',
      ann.user.rootId,
      ids.top,
      ids.shared,
      ids.inner,
    ]);
  });

  test('as the own root by 0 alone', async () => {
    expect((await find(bob, 'folder', '0')).item.id).toBe(bob.user.rootId);
    for (const [kind, id] of [
      ['folder', bob.user.rootId],
      ['file', '0'],
    ] as const) {
      expect((await refusalOf(find(bob, kind, id))).code).toBe('not_found');
    }
  });

  test.each([
    ['of another kind', () => find(ann, 'folder', ids.file), 'folder'],
    ['that there is not', () => find(ann, 'file', '999999'), 'file'],
    ['that is not shared', () => find(eve, 'file', ids.file), 'file'],
  ])('and not one %s, all in the same words', async (_what, work, kind) => {
    const { code, message, sentences, contextInfo } = await refusalOf(work());
    expect(code).toBe('not_found');
    expect(message).toMatch(new RegExp(`^There is no ${kind} \\d+, or you have no access to it\\.$`));
    expect(contextInfo?.errors).toEqual([{ reason: 'invalid_parameter', name: kind, message, sentences }]);
  });

  test('and may be acted on as the role says, while it is not in the trash', async () => {
    const need = (viewer: Viewer, action: 'download' | 'configure') =>
      read((reads) => requireItem(reads, viewer, 'file', ids.file, action));
    expect((await need(bob, 'download')).item.id).toBe(ids.file);
    expect((await refusalOf(need(bob, 'configure'))).code).toBe('access_denied_insufficient_permissions');
    const { id } = await putFile(world.service, ann, ids.top, 'trashed');
    await deleteFile(world.service, ann, { fileId: id });
    const trashed = await refusalOf(read((reads) => requireItem(reads, ann, 'file', id, 'list')));
    expect([trashed.code, trashed.message]).toEqual(['trashed', `The file ${id} is in the trash. Restore it first.`]);
  });

  test('and keeps its kind', async () => {
    const view = await find(ann, 'file', ids.file);
    expect(viewOfKind(view, 'file').item.id).toBe(ids.file);
    expect(() => viewOfKind(view, 'web_link')).toThrow(`The item ${ids.file} is a file, no web link.`);
  });
});

describe('who granted something', () => {
  const still = (userId: string, name: keyof typeof ids, action: 'share' | 'invite') =>
    read(async (reads) => {
      const item = await reads.items.get(ids[name]);
      if (item === null) throw new Error(`There is no ${name}.`);
      return stillMay(reads, userId, { item, ancestors: await reads.items.ancestors(item) }, action);
    });

  test('has to have the right now', async () => {
    expect(await still(ann.user.id, 'file', 'invite')).toBe(true);
    expect([await still(bob.user.id, 'shared', 'share'), await still(bob.user.id, 'shared', 'invite')]).toEqual([
      true,
      false,
    ]);
    expect(await still(eve.user.id, 'file', 'share')).toBe(false);
    expect(await still('999999', 'file', 'share')).toBe(false);
  });

  test('has none with a closed account', async () => {
    const fay = await world.join('fay');
    await createCollaboration(world.service, ann, {
      item: { kind: 'folder', id: ids.shared },
      invited: { login: 'fay' },
      role: 'editor',
    });
    expect(await still(fay.user.id, 'file', 'share')).toBe(true);
    await updateUser(world.service, ann, { userId: fay.user.id, changes: { status: 'inactive' } });
    expect(await still(fay.user.id, 'file', 'share')).toBe(false);
  });
});

test('a root shows an item shared by others once, at its topmost place', async () => {
  expect(await read((reads) => sharedItems(reads, bob.user))).toMatchObject([{ item: { id: ids.shared } }]);
  expect(await read((reads) => sharedItems(reads, eve.user))).toEqual([]);
  const called = (name: string) => read((reads) => sharedItems(reads, bob.user, (one) => one === name));
  expect((await called('shared')).map(({ name }) => name)).toEqual(['shared']);
  expect(await called('inner')).toEqual([]);
});

describe('a shared link is found', () => {
  let token: string;
  let id: string;
  beforeAll(async () => {
    id = (await putFile(world.service, ann, ids.top, 'linked')).id;
    const file = await updateFile(world.service, ann, { fileId: id, sharedLink: { vanityName: 'a-vanity-name' } });
    token = (await read((reads) => reads.sharedLinks.get(id)))?.token ?? '';
    expect(file.shared_link).not.toBeNull();
  });
  const at = async (address: string) =>
    (await read((reads) => findLinkByAddress(reads, address, 100)))?.item.id ?? null;

  test.each([
    ['by its token', () => `http://service.test/s/${token}`],
    ['with a slash at the end', () => `http://service.test/s/${token}/`],
    ['on any host', () => `https://elsewhere.test/s/${token}`],
    ['by its path', () => `/s/${token}`],
    ['by its name', () => 'http://service.test/v/a-vanity-name'],
    ['as a static file', () => `http://service.test/shared/static/${token}.txt`],
  ])('%s', async (_how, address) => {
    expect(await at(address())).toBe(id);
  });

  test.each([
    ['by its name as a token', () => '/s/a-vanity-name'],
    ['by its token as a name', () => `/v/${token}`],
    ['behind something else', () => `/x/s/${token}`],
    ['with something behind it', () => `/s/${token}/more`],
    ['by nothing', () => '/s/'],
    ['below another path', () => `/shared/${token}`],
    ['by a name with other characters around it', () => '/v/a-vanity-name%00'],
    ['by no path', () => token],
  ])('not %s', async (_how, address) => {
    expect(await at(address())).toBeNull();
  });

  test('by its item, until it expires or its item is in the trash', async () => {
    const find = (now: number) => read((reads) => findLink(reads, { itemId: id }, now));
    const unsharedAt = Date.UTC(2027, 0, 1);
    await updateFile(world.service, ann, { fileId: id, sharedLink: { unsharedAt } });
    expect((await find(unsharedAt - 1))?.link.token).toBe(token);
    expect(await find(unsharedAt)).toBeNull();
    await deleteFile(world.service, ann, { fileId: id });
    expect(await find(100)).toBeNull();
  });
});

test('a folder moves only while nothing at or below it is locked', async () => {
  const { service } = world;
  const outer = await createFolder(service, ann, { parentId: '0', name: 'outer' });
  const locked = await createFolder(service, ann, { parentId: outer.id, name: 'locked' });
  const beside = await createFolder(service, ann, { parentId: '0', name: 'beside' });
  const lock = { id: '1', folderId: locked.id, createdBy: ann.user.id, createdAt: 1 };
  await service.store.transaction(({ folderLocks }) => folderLocks.insert(lock as never));
  const move = (id: string) =>
    read(async (reads) => {
      const item = await reads.items.get(id);
      if (item === null) throw new Error('There is no such folder.');
      await requireNoFolderLock(reads, item);
      return 'moves';
    });
  expect([await move(beside.id), await move(ids.file)]).toEqual(['moves', 'moves']);
  for (const id of [outer.id, locked.id]) {
    const { code, message } = await refusalOf(move(id));
    expect([code, message]).toEqual([
      'access_denied_item_locked',
      'The folder "locked" is locked and cannot be moved or deleted. Unlock it first.',
    ]);
  }
});
