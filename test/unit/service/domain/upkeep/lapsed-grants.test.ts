import { expect, test } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { deleteCollaboration } from '../../../../../service/domain/collaborations/delete-collaboration.ts';
import type { Service } from '../../../../../service/domain/service.ts';
import { createFileRequest } from '../../../../../service/domain/surfaces/file-requests/create-file-request.ts';
import { closeLapsedRequests } from '../../../../../service/domain/surfaces/file-requests/expire-file-requests.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { dropLapsedLinks } from '../../../../../service/domain/tree/shared-links/expire-shared-links.ts';
import { openDomainWorld } from '../../../../support/service/domain-world.ts';

/* Links and forms that collaborators made in the folders of others are looked at a hundred at a time, not one by one. */

/** A service that counts its reads and transactions. */
function counting(service: Service) {
  const counted = { reads: 0, transactions: 0 };
  const read: Service['store']['read'] = async (work) => {
    counted.reads += 1;
    return service.store.read(work);
  };
  const transaction: Service['store']['transaction'] = async (work, scope) => {
    counted.transactions += 1;
    return service.store.transaction(work, scope);
  };
  return { counted, service: { ...service, store: { ...service.store, read, transaction } } };
}

/** Ann shares a folder with 110 folders in it, each with a link and a form of Bob, and one more folder of its own. */
async function openWorld() {
  const world = await openDomainWorld({ acceptManagedUsersAtOnce: true });
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const share = async (name: string) => {
    const { id } = await createFolder(service, ann, { parentId: '0', name });
    const item = { kind: 'folder' as const, id };
    return {
      id,
      end: (await createCollaboration(service, ann, { item, invited: { login: 'bob' }, role: 'editor' })).id,
    };
  };
  const grant = async (folderId: string) => {
    await updateFolder(service, bob, { folderId, sharedLink: { access: 'open' } });
    await createFileRequest(service, bob, { folderId });
  };
  const team = await share('team');
  for (let index = 0; index < 110; index += 1) {
    await grant((await createFolder(service, ann, { parentId: team.id, name: `${index}` })).id);
  }
  const alone = await share('alone');
  await grant(alone.id);
  return { ...world, endAlone: () => deleteCollaboration(service, ann, alone.end) };
}

test.each([
  ['links', dropLapsedLinks],
  ['forms', closeLapsedRequests],
] as const)('the %s that work are read in pages, and only those without access are dropped', async (_, run) => {
  await using t = await openWorld();
  const { service, counted } = counting(t.service);
  expect(await run(service)).toBe(0);
  expect(counted).toEqual({ reads: 2, transactions: 0 });
  await t.endAlone();
  expect(await run(service)).toBe(1);
  expect(counted).toEqual({ reads: 4, transactions: 1 });
});
