import { describe, expect, test } from 'vitest';
import { tryLink } from '../../../../../service/domain/access/links/try-link.ts';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { deleteCollaboration } from '../../../../../service/domain/collaborations/delete-collaboration.ts';
import { setUser } from '../../../../../service/domain/people/users/set-user.ts';
import { getFile } from '../../../../../service/domain/tree/files/get-file.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { listFolderItems } from '../../../../../service/domain/tree/folders/list-folder-items.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

/** A file of Ann, with a link by Bob, an editor whose account is closed. Vic is a viewer, and Ed another editor. */
async function openWorld() {
  const world = await openDomainWorld();
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const [vic, ed] = [await world.join('vic'), await world.join('ed')];
  const { id: fileId } = await putFile(service, ann, '0', 'f');
  const invite = (login: string, role: 'editor' | 'viewer') =>
    createCollaboration(service, ann, { item: { kind: 'file', id: fileId }, invited: { login }, role });
  const { id: collaborationId } = await invite('bob', 'editor');
  await invite('vic', 'viewer');
  await invite('ed', 'editor');
  const share = (caller: typeof ann, sharedLink: Parameters<typeof updateFile>[2]['sharedLink']) =>
    updateFile(service, caller, { fileId, sharedLink });
  const made = await share(bob, { password: 'correct horse', vanityName: 'annual-report' });
  const setBob = (status: 'active' | 'inactive') => setUser(service, 'bob', { status });
  await setBob('inactive');
  return {
    service,
    ann,
    vic,
    ed,
    fileId,
    collaborationId,
    share,
    setBob,
    url: made.shared_link?.url ?? '',
    tried: async () => (await tryLink(service, null, { itemId: fileId }, null)).kind,
    stored: () => service.store.read(({ sharedLinks }) => sharedLinks.get(fileId)),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

describe('the link of a closed account', () => {
  test('works again with the account: the same URL and password', async () => {
    await using t = await openWorld();
    expect(await t.tried()).toBe('gone');
    await t.setBob('active');
    expect(await t.tried()).toBe('password');
  });

  test('is not shown while it opens nothing', async () => {
    await using t = await openWorld();
    const fields = ['shared_link', 'is_accessible_via_shared_link'];
    const page = { form: 'offset', offset: 0, limit: 100, fields } as const;
    const shown = { shared_link: null, is_accessible_via_shared_link: false };
    expect(await getFile(t.service, t.ann, { fileId: t.fileId })).toMatchObject(shown);
    expect((await listFolderItems(t.service, t.ann, { folderId: '0', page })).entries).toMatchObject([shown]);
  });

  test('is gone once the owner of the item removes it, also when the account is opened again', async () => {
    await using t = await openWorld();
    await t.share(t.ann, null);
    await t.setBob('active');
    expect(await t.tried()).toBe('gone');
  });

  test.each([
    ['a default link', {}],
    ['other settings', { access: 'company' as const }],
    ['no link', null],
  ])('stays as it is if someone who may only share asks for %s', async (_, wanted) => {
    await using t = await openWorld();
    const before = await t.stored();
    expect(await refusalOf(t.share(t.vic, wanted))).toMatchObject({ code: 'access_denied_insufficient_permissions' });
    expect(await t.stored()).toEqual(before);
  });

  test('passes to an editor who asks for a link, with its URL, password and name', async () => {
    await using t = await openWorld();
    const { shared_link: link } = await t.share(t.ed, {});
    expect(link).toMatchObject({ url: t.url, is_password_enabled: true, vanity_name: 'annual-report' });
    expect(await t.tried()).toBe('password');
  });

  test('makes way for a new one once its creator has no access any more', async () => {
    await using t = await openWorld();
    await deleteCollaboration(t.service, t.ann, t.collaborationId);
    const { shared_link: link } = await t.share(t.vic, {});
    expect(link).toMatchObject({ is_password_enabled: false, vanity_name: null });
    expect(link?.url).not.toBe(t.url);
  });
});
