import { expect, test } from 'vitest';
import type { DispositionAction } from '../../../../../contract/resources/governance/retention-policy.ts';
import { createLegalHoldAssignment } from '../../../../../service/domain/governance/legal-holds/assignments/create-assignment.ts';
import { finishReleases } from '../../../../../service/domain/governance/legal-holds/finish-releases.ts';
import { createLegalHoldPolicy } from '../../../../../service/domain/governance/legal-holds/policies/create-policy.ts';
import { releaseLegalHoldPolicy } from '../../../../../service/domain/governance/legal-holds/policies/release-policy.ts';
import { createRetentionAssignment } from '../../../../../service/domain/governance/retention/assignments/create-assignment.ts';
import { deleteRetentionAssignment } from '../../../../../service/domain/governance/retention/assignments/delete-assignment.ts';
import { finishLifts } from '../../../../../service/domain/governance/retention/finish-lifts.ts';
import { createRetentionPolicy } from '../../../../../service/domain/governance/retention/policies/create-policy.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { uploadFiles } from '../../../../../service/domain/tree/files/upload-files.ts';
import { uploadVersion } from '../../../../../service/domain/tree/files/upload-version.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { finishPurges } from '../../../../../service/domain/tree/trash/finish-purges.ts';
import { purgeFile, purgeFolder } from '../../../../../service/domain/tree/trash/purge-item.ts';
import { restoreFolder } from '../../../../../service/domain/tree/trash/restore-item.ts';
import { deleteVersion } from '../../../../../service/domain/tree/versions/delete-version.ts';
import { disposeOfExpired } from '../../../../../service/domain/upkeep/dispose.ts';
import { purgeExpiredTrash, purgeExpiredVersions } from '../../../../../service/domain/upkeep/purge-expired.ts';
import { bytesOf, type DomainWorld, openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

/* What a hold or a retention keeps is not visited again and again: jobs leave it out until that ends. */

const day = 24 * 3_600_000;
const always = { isOngoing: true, filterStartedAt: undefined, filterEndedAt: undefined };

/** A service that counts its transactions. */
function counting(service: Service) {
  const counted = { transactions: 0 };
  const transaction: Service['store']['transaction'] = async (work, scope) => {
    counted.transactions += 1;
    return service.store.transaction(work, scope);
  };
  return { counted, service: { ...service, store: { ...service.store, transaction } } };
}

async function holdAll(service: Service, ann: Caller): Promise<string> {
  const { id } = await createLegalHoldPolicy(service, ann, { name: 'case', description: '', ...always });
  await createLegalHoldAssignment(service, ann, { policyId: id, target: { type: 'user', id: ann.user.id } });
  return id;
}

async function release(service: Service, ann: Caller, policyId: string): Promise<void> {
  await releaseLegalHoldPolicy(service, ann, policyId);
  await finishReleases(service);
}

/** Retains everything for some days. Returns the id of the assignment. */
async function retainAll(service: Service, ann: Caller, action: DispositionAction, length = 10): Promise<string> {
  const settings = { name: 'records', type: 'finite', length, dispositionAction: action } as const;
  const { id: policyId } = await createRetentionPolicy(service, ann, settings);
  const target = {
    targetType: 'enterprise',
    targetId: undefined,
    startDateField: undefined,
    hasFilter: false,
  } as const;
  return (await createRetentionAssignment(service, ann, { policyId, ...target })).id;
}

/** A permanently deleted folder whose files are still there, with one that was moved to the trash before it; the id of that one. */
async function purgedFolder(service: Service, ann: Caller, count: number): Promise<string> {
  const { id } = await createFolder(service, ann, { parentId: '0', name: 'purged' });
  const content = { parentId: id, bytes: Buffer.from('x'), contentCreatedAt: undefined, contentModifiedAt: undefined };
  const files = Array.from({ length: count }, (_, index) => ({ ...content, name: `${index}` }));
  await uploadFiles(service, ann, files);
  const { id: fileId } = await putFile(service, ann, id, 'trashed earlier');
  await deleteFile(service, ann, { fileId });
  await deleteFolder(service, ann, { folderId: id, recursive: true });
  await purgeFolder(service, ann, id);
  return fileId;
}

test('a permanently deleted folder whose content is held is looked at once, and again after the release', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  await purgedFolder(world.service, ann, 1_001);
  const policyId = await holdAll(world.service, ann);
  const { service, counted } = counting(world.service);
  expect(await finishPurges(service)).toBe(0);
  expect(counted.transactions).toBeGreaterThan(0);
  counted.transactions = 0;
  expect(await finishPurges(service)).toBe(0);
  expect(counted.transactions).toBe(0);
  await release(world.service, ann, policyId);
  expect(await finishPurges(service)).toBe(1_001);
});

test('a permanently deleted folder is done with when only what was trashed earlier is left in it, also when that is released', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  const fileId = await purgedFolder(world.service, ann, 1_001);
  const { service, counted } = counting(world.service);
  expect(await finishPurges(service)).toBe(1_001);
  counted.transactions = 0;
  const policyId = await holdAll(world.service, ann);
  await release(world.service, ann, policyId);
  expect(await finishPurges(service)).toBe(0);
  expect(counted.transactions).toBe(0);
  await purgeFile(service, ann, fileId);
});

test('a permanently deleted folder whose content is retained is looked at once, until the retention is over', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  await purgedFolder(world.service, ann, 1_001);
  await retainAll(world.service, ann, 'remove_retention');
  const { service, counted } = counting(world.service);
  expect(await finishPurges(service)).toBe(0);
  counted.transactions = 0;
  expect(await finishPurges(service)).toBe(0);
  expect(counted.transactions).toBe(0);
  world.passTime(11 * day);
  expect(await disposeOfExpired(world.service)).toBe(1_002);
  expect(await finishPurges(service)).toBe(1_001);
});

/** Trashes a file, a version and a folder with a file in a folder; `again` purges what has been in the trash for too long. */
async function keptTrash(world: DomainWorld, ann: Caller) {
  const { service, counted } = counting(world.service);
  const file = await putFile(world.service, ann, '0', 'in the trash');
  const versioned = await putFile(world.service, ann, '0', 'with a version in the trash');
  await uploadVersion(world.service, ann, { fileId: versioned.id, content: bytesOf('newer') });
  const outer = await createFolder(world.service, ann, { parentId: '0', name: 'outer' });
  const inner = await createFolder(world.service, ann, { parentId: outer.id, name: 'inner' });
  await putFile(world.service, ann, inner.id, 'deep in the trash');
  const trash = async () => {
    await deleteFile(world.service, ann, { fileId: file.id });
    await deleteVersion(world.service, ann, { fileId: versioned.id, versionId: versioned.file_version.id });
    await deleteFolder(world.service, ann, { folderId: outer.id, recursive: true });
    world.passTime(31 * day);
  };
  const purge = async () => {
    counted.transactions = 0;
    const purged = [await purgeExpiredTrash(service), await purgeExpiredVersions(service)];
    return { purged, transactions: counted.transactions };
  };
  return { trash, purge, file, versioned, outer, inner };
}

test('held items and versions in the trash are looked at once, and again after the release', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  const { trash, purge } = await keptTrash(world, ann);
  const policyId = await holdAll(world.service, ann);
  await trash();
  expect(await purge()).toEqual({ purged: [0, 0], transactions: 3 });
  expect(await purge()).toEqual({ purged: [0, 0], transactions: 0 });
  await release(world.service, ann, policyId);
  expect(await purge()).toMatchObject({ purged: [2, 1] });
});

test('retained items and versions in the trash are looked at once, and again once the retention is over', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  const { trash, purge } = await keptTrash(world, ann);
  await retainAll(world.service, ann, 'remove_retention', 40);
  await trash();
  expect(await purge()).toEqual({ purged: [0, 0], transactions: 3 });
  expect(await purge()).toEqual({ purged: [0, 0], transactions: 0 });
  world.passTime(10 * day);
  await disposeOfExpired(world.service);
  expect(await purge()).toMatchObject({ purged: [2, 1] });
});

test('retained items and versions in the trash are looked at again once the assignment is deleted', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  const { trash, purge } = await keptTrash(world, ann);
  const assignmentId = await retainAll(world.service, ann, 'remove_retention', 40);
  await trash();
  expect(await purge()).toEqual({ purged: [0, 0], transactions: 3 });
  await deleteRetentionAssignment(world.service, ann, assignmentId);
  await finishLifts(world.service);
  expect(await purge()).toMatchObject({ purged: [2, 1] });
});

test('a kept folder that is restored, emptied and moved to the trash again is looked at again', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  const { trash, purge, outer, inner } = await keptTrash(world, ann);
  await holdAll(world.service, ann);
  await trash();
  expect(await purge()).toEqual({ purged: [0, 0], transactions: 3 });
  await restoreFolder(world.service, ann, { itemId: outer.id });
  await updateFolder(world.service, ann, { folderId: inner.id, parentId: '0' });
  await deleteFolder(world.service, ann, { folderId: outer.id, recursive: true });
  world.passTime(31 * day);
  expect(await purge()).toMatchObject({ purged: [1, 0] });
});

test('the trash goes within two days if a note outlasts what kept it, whatever else is still kept', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  const { trash, purge, file, versioned, outer } = await keptTrash(world, ann);
  await trash();
  await world.service.store.transaction(
    async ({ items, versions }) => {
      for (const { id } of [file, outer]) await items.noteKept(id, world.service.clock.now());
      await versions.noteKept(versioned.file_version.id, world.service.clock.now());
    },
    { owners: [ann.user.id], items: [] },
  );
  expect(await purge()).toEqual({ purged: [0, 0], transactions: 0 });
  world.passTime(2 * day);
  expect(await purge()).toMatchObject({ purged: [2, 1] });
});

test('kept trash is looked at again each day, a bounded part of it in each run', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  const content = { parentId: '0', bytes: Buffer.from('x'), contentCreatedAt: undefined, contentModifiedAt: undefined };
  const files = Array.from({ length: 150 }, (_, index) => ({ ...content, name: `${index}` }));
  await uploadFiles(world.service, ann, files);
  await holdAll(world.service, ann);
  const own = await world.service.store.read(({ items }) => items.listBehind('0', 200));
  for (const { kind, id } of own) if (kind === 'file') await deleteFile(world.service, ann, { fileId: id });
  world.passTime(31 * day);
  const { service, counted } = counting(world.service);
  const visits = async () => {
    counted.transactions = 0;
    expect(await purgeExpiredTrash(service)).toBe(0);
    return counted.transactions;
  };
  expect(await visits()).toBe(150);
  world.passTime(2 * day);
  expect([await visits(), await visits(), await visits()]).toEqual([100, 50, 0]);
});

test('a held version whose retention is over is not visited until the release', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  await putFile(world.service, ann, '0', 'a file');
  await retainAll(world.service, ann, 'permanently_delete');
  const policyId = await holdAll(world.service, ann);
  world.passTime(11 * day);
  const { service, counted } = counting(world.service);
  expect([await disposeOfExpired(service), counted.transactions]).toEqual([0, 0]);
  await release(world.service, ann, policyId);
  expect(await disposeOfExpired(service)).toBe(1);
});
