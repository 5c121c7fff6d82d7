import { expect, test } from 'vitest';
import { createLegalHoldAssignment } from '../../../../../service/domain/governance/legal-holds/assignments/create-assignment.ts';
import { createLegalHoldPolicy } from '../../../../../service/domain/governance/legal-holds/policies/create-policy.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { copyFolder } from '../../../../../service/domain/tree/folders/copy-folder.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { purgeFolder } from '../../../../../service/domain/tree/trash/purge-item.ts';
import { deletionBlockerBelow } from '../../../../../service/domain/tree/trash/removable.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

/** A folder with `count` folders of 60 files each, and a file in the first one. */
async function largeFolder(service: Service, ann: Caller, count: number) {
  const { id } = await createFolder(service, ann, { parentId: '0', name: `${count} folders` });
  const first = await createFolder(service, ann, { parentId: id, name: 'first' });
  const file = await putFile(service, ann, first.id, 'one');
  for (let index = 1; index < 60; index += 1) await putFile(service, ann, first.id, `${index}`);
  for (let index = 1; index < count; index += 1) {
    await copyFolder(service, ann, { folderId: first.id, parentId: id, name: `copy ${index}` });
  }
  return { id, fileId: file.id };
}

async function hold(service: Service, ann: Caller, fileId: string): Promise<void> {
  const period = { isOngoing: true, filterStartedAt: undefined, filterEndedAt: undefined };
  const { id } = await createLegalHoldPolicy(service, ann, { name: 'case', description: '', ...period });
  await createLegalHoldAssignment(service, ann, { policyId: id, target: { type: 'file', id: fileId } });
}

/** How many lists of a tree it takes to find out whether a folder may be deleted. */
async function listsFor(service: Service, folderId: string): Promise<number> {
  return service.store.read(async (tx) => {
    let lists = 0;
    const listIn: typeof tx.trees.listIn = async (...query) => {
      lists += 1;
      return tx.trees.listIn(...query);
    };
    const moment = { service, tx: { ...tx, trees: { ...tx.trees, listIn } } };
    expect(await deletionBlockerBelow(moment, { id: folderId, kind: 'folder' })).toBeNull();
    return lists;
  });
}

test('whether a large folder may be deleted is known without reading all of it', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann');
  const { id: folderId } = await largeFolder(service, ann, 20);
  expect(await listsFor(service, folderId)).toBe(0);
  await hold(service, ann, (await putFile(service, ann, '0', 'elsewhere')).id);
  expect(await listsFor(service, folderId)).toBe(0);
});

test('a large folder with a file on hold stays', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann');
  const { id: folderId, fileId } = await largeFolder(service, ann, 10);
  await hold(service, ann, fileId);
  await deleteFolder(service, ann, { folderId, recursive: true });
  expect((await refusalOf(purgeFolder(service, ann, folderId))).code).toBe('forbidden_by_policy');
});
