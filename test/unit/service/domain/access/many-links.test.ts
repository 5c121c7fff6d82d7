import { expect, test } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { createMembership } from '../../../../../service/domain/people/group-memberships/create-membership.ts';
import { createGroup } from '../../../../../service/domain/people/groups/write-group.ts';
import type { Caller } from '../../../../../service/domain/service.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { uploadFiles } from '../../../../../service/domain/tree/files/upload-files.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { listFolderItems } from '../../../../../service/domain/tree/folders/list-folder-items.ts';
import { counting } from '../../../../support/service/counting.ts';
import { openDomainWorld } from '../../../../support/service/domain-world.ts';

test('a list with a hundred links of an editor takes the calls of one with ten', async () => {
  await using world = await openDomainWorld();
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const admin: Caller = { ...ann, user: { ...ann.user, role: 'admin' } };
  const { id: groupId } = await createGroup(world.service, admin, { name: 'group' });
  await createMembership(world.service, admin, { groupId, userId: bob.user.id, role: 'member', permissions: 'unset' });
  const callsOf = async (count: number) => {
    const folder = await createFolder(world.service, ann, { parentId: '0', name: `${count}` });
    const item = { kind: 'folder' as const, id: folder.id };
    await createCollaboration(world.service, ann, { item, invited: { login: 'bob' }, role: 'editor' });
    await createCollaboration(world.service, ann, { item, invited: { type: 'group', id: groupId }, role: 'viewer' });
    const content = { bytes: Buffer.from('x'), contentCreatedAt: undefined, contentModifiedAt: undefined };
    const files = Array.from({ length: count }, (_, index) => ({ ...content, parentId: folder.id, name: `${index}` }));
    await uploadFiles(world.service, bob, files);
    const page = { form: 'offset', offset: 0, limit: 100, fields: ['shared_link'] } as const;
    const list = async (service = world.service) =>
      (await listFolderItems(service, ann, { folderId: folder.id, page })).entries;
    for (const { id } of await list())
      await updateFile(world.service, bob, { fileId: id, sharedLink: { access: 'open' } });
    const { service, calls } = counting(world.service, { reads: true });
    const entries = await list(service);
    expect(entries.filter((entry) => 'shared_link' in entry && entry.shared_link !== null)).toHaveLength(count);
    return calls();
  };
  expect(await callsOf(100)).toBe(await callsOf(10));
});
