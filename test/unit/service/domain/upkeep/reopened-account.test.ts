import { expect, it } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { deleteUser } from '../../../../../service/domain/people/users/delete-user.ts';
import { setUser } from '../../../../../service/domain/people/users/set-user.ts';
import { createFileRequest } from '../../../../../service/domain/surfaces/file-requests/create-file-request.ts';
import { closeLapsedRequests } from '../../../../../service/domain/surfaces/file-requests/expire-file-requests.ts';
import { getFileRequest } from '../../../../../service/domain/surfaces/file-requests/get-file-request.ts';
import { getFile } from '../../../../../service/domain/tree/files/get-file.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { dropLapsedLinks } from '../../../../../service/domain/tree/shared-links/expire-shared-links.ts';
import { openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

/** Bob made a link and a file request in a folder of Ann. */
async function openWorld() {
  const world = await openDomainWorld({ acceptManagedUsersAtOnce: true });
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const { id: folderId } = await createFolder(service, ann, { parentId: '0', name: 'team' });
  const item = { kind: 'folder' as const, id: folderId };
  await createCollaboration(service, ann, { item, invited: { login: 'bob' }, role: 'editor' });
  const { id: fileId } = await putFile(service, ann, folderId, 'f');
  await updateFile(service, bob, { fileId, sharedLink: { access: 'open' } });
  const request = await createFileRequest(service, bob, { folderId });
  return {
    ...world,
    ann,
    bob,
    runJobs: async () => [await dropLapsedLinks(service), await closeLapsedRequests(service)],
    states: async () => {
      const file = await getFile(service, ann, { fileId });
      const hasLink = file !== 'not_modified' && file.shared_link !== null;
      return [hasLink, (await getFileRequest(service, ann, request.id)).status];
    },
  };
}

it('an account that is closed and opened again keeps its links and file requests in the folders of others', async () => {
  await using t = await openWorld();
  await setUser(t.service, 'bob', { status: 'inactive' });
  expect([await t.runJobs(), (await t.states())[1]]).toEqual([[0, 0], 'inactive']);
  await setUser(t.service, 'bob', { status: 'active' });
  expect(await t.states()).toEqual([true, 'active']);
});

it('an account that is deleted loses them', async () => {
  await using t = await openWorld();
  await deleteUser(t.service, t.ann, { userId: t.bob.user.id, force: true });
  await t.runJobs();
  expect(await t.states()).toEqual([false, 'inactive']);
});
