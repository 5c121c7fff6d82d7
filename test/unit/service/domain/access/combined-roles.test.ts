import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CollaborationRole, invitableRoles } from '../../../../../contract/resources/sharing/collaboration.ts';
import { findItem, hasRight } from '../../../../../service/domain/access/item-access.ts';
import { type Action, allows } from '../../../../../service/domain/access/permissions/rights.ts';
import { audienceOf } from '../../../../../service/domain/change/events/audience.ts';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import type { Caller } from '../../../../../service/domain/service.ts';
import { downloadFile } from '../../../../../service/domain/tree/files/downloads/download-file.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { listFolderItems } from '../../../../../service/domain/tree/folders/list-folder-items.ts';
import { type DomainWorld, openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

const actions = [
  'list',
  'preview',
  'comment',
  'download',
  'upload',
  'edit',
  'organise',
  'copy',
  'share',
  'invite',
  'configure',
] as const satisfies readonly Action[];

const rightsOf = (role: CollaborationRole) => actions.filter((action) => allows(role, action));
const pairs = invitableRoles.flatMap((above) => invitableRoles.map((below) => [above, below] as const));

let world: DomainWorld;
let ann: Caller;
let bob: Caller;
beforeAll(async () => {
  world = await openDomainWorld();
  ann = await world.join('ann');
  bob = await world.join('bob');
});
afterAll(() => world[Symbol.asyncDispose]());

type Role = (typeof invitableRoles)[number];

/** Two folders of Ann, one in the other, with a role of Bob on each. */
async function newFolders(above: Role, below: Role, name = `${above}, ${below}`) {
  const share = (id: string, role: Role) =>
    createCollaboration(world.service, ann, { item: { kind: 'folder', id }, invited: { login: 'bob' }, role });
  const outer = await createFolder(world.service, ann, { parentId: '0', name });
  const inner = await createFolder(world.service, ann, { parentId: outer.id, name: 'inner' });
  await share(outer.id, above);
  await share(inner.id, below);
  return { outerId: outer.id, innerId: inner.id };
}

describe('two roles of one person on one path', () => {
  test.each(pairs)('"%s" and "%s" give all rights of both by the smallest role that has them', async (above, below) => {
    const { outerId, innerId } = await newFolders(above, below);
    const { view, told } = await world.service.store.read(async (reads) => {
      const view = await findItem(reads, bob, 'folder', innerId);
      return { view, told: (await audienceOf(reads, view.item, view.ancestors)).get(bob.user.id) };
    });
    const both = actions.filter((action) => allows(above, action) || allows(below, action));
    const given = actions.filter((action) => hasRight(view.access, action));
    expect(given).toEqual(expect.arrayContaining(both));
    for (const role of invitableRoles) {
      const has = rightsOf(role);
      if (both.every((action) => has.includes(action))) expect(given.length).toBeLessThanOrEqual(has.length);
    }

    // Events and listings show the same role.
    expect(told).toMatchObject({ role: view.access.role });
    const page = { form: 'offset', offset: 0, limit: 9, fields: ['permissions'] } as const;
    const listed = (await listFolderItems(world.service, bob, { folderId: outerId, page })).entries;
    const permissions = {
      can_upload: given.includes('upload'),
      can_download: given.includes('download'),
      can_rename: given.includes('organise'),
    };
    expect(listed).toMatchObject([{ id: innerId, permissions }]);
  });

  test('"viewer" and "previewer uploader" download and upload', async () => {
    const { innerId } = await newFolders('viewer', 'previewer uploader', 'used');
    const { id: fileId } = await putFile(world.service, ann, innerId, 'of Ann');
    expect((await downloadFile(world.service, bob, { fileId })).fileName).toBe('of Ann');
    expect((await putFile(world.service, bob, innerId, 'of Bob')).name).toBe('of Bob');
  });
});

test('a shared link adds its rights, and none that neither it nor the role has', async () => {
  const { id } = await createFolder(world.service, ann, { parentId: '0', name: 'linked' });
  const item = { kind: 'folder' as const, id };
  await createCollaboration(world.service, ann, { item, invited: { login: 'bob' }, role: 'uploader' });
  const visitor = { ...bob, sharedLink: { itemId: id, role: 'viewer' as const, stamp: 's' } };
  const { access } = await world.service.store.read((reads) => findItem(reads, visitor, 'folder', id));
  expect([hasRight(access, 'download'), hasRight(access, 'edit')]).toEqual([true, false]);
  const { id: fileId } = await putFile(world.service, ann, id, 'a');
  expect((await refusalOf(downloadFile(world.service, bob, { fileId }))).code).toBe(
    'access_denied_insufficient_permissions',
  );
});
