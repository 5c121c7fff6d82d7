import { expect, test } from 'vitest';
import { findItem } from '../../../../../service/domain/access/item-access.ts';
import { findLink } from '../../../../../service/domain/access/links/live-link.ts';
import {
  type CreateCollaboration,
  createCollaboration,
} from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { getCollaboration } from '../../../../../service/domain/collaborations/get-collaboration.ts';
import { transferOwnership } from '../../../../../service/domain/collaborations/transfer-ownership.ts';
import { updateCollaboration } from '../../../../../service/domain/collaborations/update-collaboration.ts';
import { createMembership } from '../../../../../service/domain/people/group-memberships/create-membership.ts';
import { createGroup } from '../../../../../service/domain/people/groups/write-group.ts';
import { updateUser } from '../../../../../service/domain/people/users/update-user.ts';
import { answerViews } from '../../../../../service/domain/representation/items/present-views.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { getFolder } from '../../../../../service/domain/tree/folders/get-folder.ts';
import { listFolderItems } from '../../../../../service/domain/tree/folders/list-folder-items.ts';
import { transferContent } from '../../../../../service/domain/tree/items/transfer-content.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

async function openWorld(acceptManagedUsersAtOnce = true) {
  const world = await openDomainWorld({ acceptManagedUsersAtOnce });
  const { service } = world;
  const [ann, bob, eve] = [await world.join('ann'), await world.join('bob'), await world.join('eve')];
  return {
    service,
    ann,
    bob,
    eve,
    folder: (caller: Caller, name: string, parentId = '0') => createFolder(service, caller, { parentId, name }),
    share: (caller: Caller, id: string, login: string, more: Partial<CreateCollaboration> = {}) => {
      const item = { kind: 'folder' as const, id };
      return createCollaboration(service, caller, { item, invited: { login }, role: 'viewer', ...more });
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

/** A folder of Ann's in a list of items from anywhere. */
const answeredViews = ({ service, ann }: Awaited<ReturnType<typeof openWorld>>, id: string) =>
  service.store.read(async (reads) => {
    const view = await findItem(reads, ann, 'folder', id);
    const fields = ['has_collaborations'];
    return (await answerViews(service, reads, ann, [view], { fields, whenAbsent: 'mini' }))[0];
  });

const pathOf = async (service: Service, caller: Caller, folderId: string) => {
  const folder = await getFolder(service, caller, { folderId });
  return folder === 'not_modified' ? [] : folder.path_collection.entries.map(({ name }) => name);
};

test('an email address without an account is invited once, whatever its case', async () => {
  await using t = await openWorld();
  const { id } = await t.folder(t.ann, 'shared');
  await t.share(t.ann, id, 'Someone@Example.org');
  const again = t.share(t.ann, id, 'someone@example.ORG');
  expect(await refusalOf(again)).toMatchObject({ code: 'user_already_collaborator' });
});

test('an item has collaborations once someone is invited, and no longer when its only invitation is declined', async () => {
  await using t = await openWorld(false);
  const { id } = await t.folder(t.ann, 'shared');
  const shown = async () => {
    const page = { form: 'offset', offset: 0, limit: 9, fields: ['has_collaborations'] } as const;
    const { entries } = await listFolderItems(t.service, t.ann, { folderId: '0', page });
    const favorites = await answeredViews(t, id);
    return [await getFolder(t.service, t.ann, { folderId: id }), entries[0], favorites];
  };
  const has = (value: boolean) => Array.from({ length: 3 }, () => ({ has_collaborations: value }));
  const { id: collaborationId } = await t.share(t.ann, id, 'bob');
  expect(await shown()).toMatchObject(has(true));
  await updateCollaboration(t.service, t.bob, { id: collaborationId, status: 'rejected' });
  expect(await shown()).toMatchObject(has(false));
});

test('an access-only invitation is accepted although the root has something of that name', async () => {
  await using t = await openWorld(false);
  const { id } = await t.folder(t.ann, 'shared');
  await t.folder(t.bob, 'shared');
  const invitation = await t.share(t.ann, id, 'bob', { isAccessOnly: true });
  const accept = () => updateCollaboration(t.service, t.bob, { id: invitation.id, status: 'accepted' });
  expect(await accept()).toMatchObject({ status: 'accepted' });
});

test('members of a group do not extend their own access; other editors do', async () => {
  await using t = await openWorld();
  const { id } = await t.folder(t.ann, 'shared');
  const group = await createGroup(t.service, t.ann, { name: 'group' });
  const userId = t.bob.user.id;
  await createMembership(t.service, t.ann, { groupId: group.id, userId, role: 'member', permissions: 'unset' });
  const invited = { type: 'group', id: group.id } as const;
  const expiresAt = t.service.clock.now() + 24 * 3600 * 1000;
  const shared = await t.share(t.ann, id, '', { invited, role: 'editor', expiresAt });
  await t.share(t.ann, id, 'eve', { role: 'editor' });
  const extend = (caller: Caller) => updateCollaboration(t.service, caller, { id: shared.id, expiresAt: null });
  expect((await refusalOf(extend(t.bob))).code).toBe('access_denied_insufficient_permissions');
  expect(await extend(t.eve)).toMatchObject({ expires_at: null });
});

test('an editor, whose access may end, does not invite himself', async () => {
  await using t = await openWorld();
  const { id } = await t.folder(t.ann, 'shared');
  const { id: inside } = await t.folder(t.ann, 'inside', id);
  const group = await createGroup(t.service, t.ann, { name: 'group' });
  const userId = t.bob.user.id;
  await createMembership(t.service, t.ann, { groupId: group.id, userId, role: 'member', permissions: 'unset' });
  const expiresAt = t.service.clock.now() + 24 * 3600 * 1000;
  await t.share(t.ann, id, '', { invited: { type: 'group', id: group.id }, role: 'editor', expiresAt });
  for (const item of [id, inside]) {
    const { code } = await refusalOf(t.share(t.bob, item, 'bob', { role: 'editor' }));
    expect(code).toBe('access_denied_insufficient_permissions');
  }
  expect(await t.share(t.bob, inside, 'eve', { role: 'editor' })).toMatchObject({ role: 'editor' });
});

test('an editor does not keep an access that expires through his own group', async () => {
  await using t = await openWorld();
  const { id } = await t.folder(t.ann, 'shared');
  const { id: inside } = await t.folder(t.ann, 'inside', id);
  const group = await createGroup(t.service, t.ann, { name: 'group', invitabilityLevel: 'all_managed_users' });
  const userId = t.bob.user.id;
  await createMembership(t.service, t.ann, { groupId: group.id, userId, role: 'member', permissions: 'unset' });
  const expiresAt = t.service.clock.now() + 24 * 3600 * 1000;
  const direct = await t.share(t.ann, id, 'bob', { role: 'editor', expiresAt });
  await t.share(t.ann, id, 'eve', { role: 'editor', expiresAt });
  const invite = (caller: Caller, item: string, limit: number | null) =>
    t.share(caller, item, '', { invited: { type: 'group', id: group.id }, role: 'viewer', expiresAt: limit });
  for (const [item, limit] of [[id, null] as const, [inside, null] as const, [inside, expiresAt + 1] as const]) {
    expect((await refusalOf(invite(t.bob, item, limit))).code).toBe('access_denied_insufficient_permissions');
  }
  expect(await invite(t.bob, id, expiresAt)).toMatchObject({ role: 'viewer' });
  expect(await invite(t.eve, inside, null)).toMatchObject({ expires_at: null });
  await updateCollaboration(t.service, t.ann, { id: direct.id, expiresAt: null });
  const { id: deep } = await t.folder(t.ann, 'deep', inside);
  expect(await invite(t.bob, deep, null)).toMatchObject({ expires_at: null });
});

test('a person whose account is closed inherits nothing', async () => {
  await using t = await openWorld();
  const { id } = await t.folder(t.ann, 'shared');
  const { id: collaborationId } = await t.share(t.ann, id, 'bob');
  await updateUser(t.service, t.ann, { userId: t.bob.user.id, changes: { status: 'inactive' } });
  const transfer = () => transferOwnership(t.service, t.ann, collaborationId);
  expect(await refusalOf(transfer())).toMatchObject({ code: 'invalid_status' });
  await updateUser(t.service, t.ann, { userId: t.bob.user.id, changes: { status: 'active' } });
  await transfer();
});

test('a person who gets all content of another is no collaborator on it any longer', async () => {
  await using t = await openWorld();
  const [ofBob, ofEve] = [await t.folder(t.bob, 'of Bob'), await t.folder(t.eve, 'of Eve')];
  const own = await t.share(t.bob, ofBob.id, 'ann');
  const kept = await t.share(t.eve, ofEve.id, 'ann');
  await transferContent(t.service, t.ann, { userId: t.bob.user.id, newOwnerId: t.ann.user.id });
  expect(await refusalOf(getCollaboration(t.service, t.ann, own.id))).toMatchObject({ code: 'not_found' });
  expect(await getCollaboration(t.service, t.ann, kept.id)).toMatchObject({ role: 'viewer' });
});

test('an editor neither shows nor hides the folders above to another collaborator', async () => {
  await using t = await openWorld();
  const { id } = await t.folder(t.ann, 'shared');
  await t.share(t.ann, id, 'eve', { role: 'editor' });
  const { id: ofBob } = await t.share(t.ann, id, 'bob', { canViewPath: true });
  const set = (caller: Caller, canViewPath: boolean) =>
    updateCollaboration(t.service, caller, { id: ofBob, canViewPath });
  expect(await refusalOf(set(t.eve, false))).toMatchObject({ code: 'access_denied_insufficient_permissions' });
  await set(t.ann, false);
  expect(await refusalOf(set(t.eve, true))).toMatchObject({ code: 'access_denied_insufficient_permissions' });
});

test('the folders above are shown to the collaborator of the topmost shared folder, not to one of a folder below', async () => {
  await using t = await openWorld();
  const top = await t.folder(t.ann, 'top');
  const shared = await t.folder(t.ann, 'shared', top.id);
  const inner = await t.folder(t.ann, 'inner', shared.id);
  await t.share(t.ann, shared.id, 'bob');
  await t.share(t.ann, inner.id, 'bob', { canViewPath: true });
  await t.share(t.ann, shared.id, 'eve', { canViewPath: true });
  expect(await pathOf(t.service, t.bob, inner.id)).toEqual(['All Files', 'shared']);
  expect(await pathOf(t.service, t.eve, inner.id)).toEqual(['All Files', 'top', 'shared']);
});

test('a link that allows editing works while its maker may organise, and not only edit', async () => {
  await using t = await openWorld();
  const { id } = await t.folder(t.ann, 'shared');
  const { id: fileId } = await putFile(t.service, t.ann, id, 'f');
  const { id: ofBob } = await t.share(t.ann, id, 'bob', { role: 'editor' });
  await updateFile(t.service, t.bob, { fileId, sharedLink: { access: 'open', canEdit: true } });
  const works = () =>
    t.service.store.read(async (reads) => (await findLink(reads, { itemId: fileId }, reads.now())) !== null);
  expect(await works()).toBe(true);
  await updateCollaboration(t.service, t.ann, { id: ofBob, role: 'viewer uploader' });
  expect(await works()).toBe(false);
});
