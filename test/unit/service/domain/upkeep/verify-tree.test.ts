import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createLegalHoldAssignment } from '../../../../../service/domain/governance/legal-holds/assignments/create-assignment.ts';
import { createLegalHoldPolicy } from '../../../../../service/domain/governance/legal-holds/policies/create-policy.ts';
import type { Caller } from '../../../../../service/domain/service.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { uploadFiles } from '../../../../../service/domain/tree/files/upload-files.ts';
import { uploadVersion } from '../../../../../service/domain/tree/files/upload-version.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { finishPurges } from '../../../../../service/domain/tree/trash/finish-purges.ts';
import { purgeFolder } from '../../../../../service/domain/tree/trash/purge-item.ts';
import { restoreFile } from '../../../../../service/domain/tree/trash/restore-item.ts';
import type { StoreFault } from '../../../../../service/domain/upkeep/store-fault.ts';
import { verifyStore } from '../../../../../service/domain/upkeep/verify-store.ts';
import { bytesOf, type DomainWorld, openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

/* `verify` also compares the tree with itself: each item has a folder, and sizes and space add up. */

async function faultsOf({ service }: DomainWorld) {
  return (await verifyStore(service)).faults;
}

/** Runs statements that no service would run. */
function damage({ directory }: DomainWorld, ...statements: readonly string[]): void {
  const raw = new Sqlite(path.join(directory, 'metadata.sqlite'));
  raw.pragma('foreign_keys = OFF');
  for (const statement of statements) raw.exec(statement);
  raw.close();
}

/** The statement in the message of a fault. */
function remedyIn(fault: StoreFault | undefined): string {
  if (fault === undefined || !('message' in fault)) return '';
  return /run: (.*?);/.exec(fault.message)?.[1] ?? '';
}

/** A permanently deleted folder with very many files, of which none is deleted yet. */
async function purgedFolder({ service }: DomainWorld, ann: Caller): Promise<void> {
  const { id } = await createFolder(service, ann, { parentId: '0', name: 'purged' });
  const content = { parentId: id, bytes: Buffer.from('x'), contentCreatedAt: undefined, contentModifiedAt: undefined };
  const files = Array.from({ length: 1001 }, (_, index) => ({ ...content, name: `${index}` }));
  await uploadFiles(service, ann, files);
  await deleteFolder(service, ann, { folderId: id, recursive: true });
  await purgeFolder(service, ann, id);
}

test('the size of a folder that is not that of its content is a fault, with the statement that corrects it', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  const { id } = await createFolder(world.service, ann, { parentId: '0', name: 'folder' });
  await putFile(world.service, ann, id, 'file', '12345');
  damage(world, `update item set size = 7 where id in (${id}, ${ann.user.rootId})`);
  const faults = await faultsOf(world);
  const fault = { kind: 'wrong_folder_size', folderId: id, message: expect.stringContaining('7 bytes') };
  expect(faults).toEqual([fault]);
  damage(world, remedyIn(faults[0]));
  const above = await faultsOf(world);
  expect(above).toEqual([{ ...fault, folderId: ann.user.rootId }]);
  damage(world, remedyIn(above[0]));
  expect(await faultsOf(world)).toEqual([]);
});

test('space used that is not that of all versions is a fault, with the statement that corrects it', async () => {
  await using world = await openDomainWorld();
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const { id: fileId } = await putFile(world.service, ann, '0', 'file', '12345');
  await uploadVersion(world.service, ann, { fileId, content: bytesOf('123') });
  damage(world, 'update "user" set space_used = 5');
  const faults = await faultsOf(world);
  const fault = { kind: 'wrong_space_used', userId: ann.user.id, message: expect.stringContaining('8 bytes') };
  expect(faults).toEqual([fault, { ...fault, userId: bob.user.id, message: expect.stringContaining('0 bytes') }]);
  damage(world, ...faults.map(remedyIn));
  expect(await faultsOf(world)).toEqual([]);
});

test('an item whose folder is missing is a fault, and its statement brings the item to the trash', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  const { id } = await createFolder(world.service, ann, { parentId: '0', name: 'folder' });
  const file = await putFile(world.service, ann, id, 'file', '');
  damage(world, `delete from item where id = ${id}`, `delete from search_document where item_id = ${id}`);
  const faults = await faultsOf(world);
  const message = expect.stringContaining(`its folder ${id} is missing`);
  expect(faults).toContainEqual({ kind: 'missing_folder', itemId: file.id, folderId: id, message });
  damage(world, remedyIn(faults.find(({ kind }) => kind === 'missing_folder')));
  expect((await faultsOf(world)).filter(({ kind }) => kind === 'missing_folder')).toEqual([]);
  await restoreFile(world.service, ann, { itemId: file.id });
});

test('items of a permanently deleted folder are no fault, whether they are still to be deleted or kept', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  const { service } = world;
  await purgedFolder(world, ann);
  expect(await faultsOf(world)).toEqual([]);
  const always = { isOngoing: true, filterStartedAt: undefined, filterEndedAt: undefined };
  const policy = await createLegalHoldPolicy(service, ann, { name: 'case', description: '', ...always });
  const target = { type: 'user', id: ann.user.id } as const;
  await createLegalHoldAssignment(service, ann, { policyId: policy.id, target });
  expect(await finishPurges(service)).toBe(0);
  expect(await faultsOf(world)).toEqual([]);
});

test('nor is an item in the trash whose folder was permanently deleted', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  const { id } = await createFolder(world.service, ann, { parentId: '0', name: 'folder' });
  const file = await putFile(world.service, ann, id, 'file');
  await deleteFile(world.service, ann, { fileId: file.id });
  await deleteFolder(world.service, ann, { folderId: id, recursive: true });
  await purgeFolder(world.service, ann, id);
  expect(await faultsOf(world)).toEqual([]);
});
