import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createLegalHoldAssignment } from '../../../../../service/domain/governance/legal-holds/assignments/create-assignment.ts';
import { createLegalHoldPolicy } from '../../../../../service/domain/governance/legal-holds/policies/create-policy.ts';
import { createRetentionAssignment } from '../../../../../service/domain/governance/retention/assignments/create-assignment.ts';
import { createRetentionPolicy } from '../../../../../service/domain/governance/retention/policies/create-policy.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { getFile } from '../../../../../service/domain/tree/files/get-file.ts';
import { uploadFiles } from '../../../../../service/domain/tree/files/upload-files.ts';
import { copyFolder } from '../../../../../service/domain/tree/folders/copy-folder.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { transferContent } from '../../../../../service/domain/tree/items/transfer-content.ts';
import { finishPurges } from '../../../../../service/domain/tree/trash/finish-purges.ts';
import { purgeFile, purgeFolder } from '../../../../../service/domain/tree/trash/purge-item.ts';
import { restoreFile } from '../../../../../service/domain/tree/trash/restore-item.ts';
import { disposeOfExpired } from '../../../../../service/domain/upkeep/dispose.ts';
import { dropExpiredRecords, purgeExpiredTrash } from '../../../../../service/domain/upkeep/purge-expired.ts';
import { verifyStore } from '../../../../../service/domain/upkeep/verify-store.ts';
import type { MetadataWrites } from '../../../../../service/ports/metadata-store.ts';
import { type DomainWorld, openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

/** A folder with 4,100 items below: 40 folders of 100 files, each with 1 byte, and a chain of 59 folders with one file at its end. */
async function largeFolder(
  { service }: DomainWorld,
  ann: Caller,
): Promise<{ readonly id: string; readonly deepest: string }> {
  const { id } = await createFolder(service, ann, { parentId: '0', name: 'large' });
  const first = await createFolder(service, ann, { parentId: id, name: 'first' });
  for (let index = 0; index < 100; index += 1) await putFile(service, ann, first.id, `${index}`, 'x');
  for (let index = 1; index < 40; index += 1) {
    await copyFolder(service, ann, { folderId: first.id, parentId: id, name: `copy ${index}` });
  }
  let parentId = id;
  for (let depth = 0; depth < 59; depth += 1) {
    parentId = (await createFolder(service, ann, { parentId, name: `level ${depth}` })).id;
  }
  const { id: deepest } = await putFile(service, ann, parentId, 'deepest', 'x');
  await deleteFolder(service, ann, { folderId: id, recursive: true });
  return { id, deepest };
}

/** The service, and the largest list that any look into its items or versions gave. */
function watched(service: Service): { readonly service: Service; readonly largest: () => number } {
  let largest = 0;
  const counting = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          const answer: unknown = await Reflect.apply(value, target, args);
          if (Array.isArray(answer)) largest = Math.max(largest, answer.length);
          return answer;
        };
      },
    });
  const transaction: Service['store']['transaction'] = (work) =>
    service.store.transaction((tx: MetadataWrites) =>
      work({
        ...tx,
        items: counting({ ...tx.items }),
        versions: counting({ ...tx.versions }),
        trees: counting({ ...tx.trees }),
      }),
    );
  return { service: { ...service, store: { ...service.store, transaction } }, largest: () => largest };
}

const always = { isOngoing: true, filterStartedAt: undefined, filterEndedAt: undefined };

async function usedBytes({ store }: Service, { user }: Caller): Promise<number | undefined> {
  return (await store.read(({ users }) => users.get(user.id)))?.spaceUsedBytes;
}

/** A file of a byte, the given number of times. */
async function fileOfVersions({ service }: DomainWorld, ann: Caller, parentId: string, name: string, count: number) {
  const { id } = await putFile(service, ann, parentId, name, 'x');
  await service.store.transaction(async ({ versions, users }) => {
    const [first] = await versions.listOfFiles([id]);
    if (!first) throw new Error('A file has a version.');
    for (let number = 2; number <= count; number += 1) {
      await versions.insert({ ...first, id: String(1_000_000 + Number(id) * 10_000 + number), number: number + 1 });
    }
    // The first one stays the current one, and gets the highest number like any current one.
    await versions.update({ ...first, number: count + 2 });
    await users.addSpaceUsed(ann.user.id, count - 1);
  });
  return id;
}

test.each(['a file', 'a folder of two files'])('%s with very many versions is purged in steps', async (what) => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  const { service, largest } = watched(world.service);
  const { id: folderId } = await createFolder(service, ann, { parentId: '0', name: 'folder' });
  const fileId = await fileOfVersions(world, ann, folderId, 'many', 2_500);
  await fileOfVersions(world, ann, folderId, 'some', 900);
  if (what === 'a file') {
    await deleteFile(service, ann, { fileId });
    await purgeFile(service, ann, fileId);
  } else {
    await deleteFolder(service, ann, { folderId, recursive: true });
    await purgeFolder(service, ann, folderId);
  }
  expect((await refusalOf(getFile(service, ann, { fileId }))).code).toBe('not_found');
  expect((await refusalOf(restoreFile(service, ann, { itemId: fileId }))).code).toBe('not_found');
  expect(await verifyStore(service)).toMatchObject({ faults: [] });
  expect(await finishPurges(service)).toBe(what === 'a file' ? 1 : 2);
  expect(await usedBytes(service, ann)).toBe(what === 'a file' ? 900 : 0);
  expect(largest()).toBe(1000);
  expect(await service.store.read(({ versions }) => versions.countOfFiles([fileId]))).toEqual(new Map());
  expect(await finishPurges(service)).toBe(0);
});

test('a deep and large folder is purged in steps of a few items, by its person or by the job, and all of it goes', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  const { service, largest } = watched(world.service);
  const { id } = await largeFolder(world, ann);
  await purgeFolder(service, ann, id);
  expect(await finishPurges(service)).toBe(4_100);
  await largeFolder(world, ann);
  world.passTime(31 * 24 * 3600 * 1000);
  expect(await purgeExpiredTrash(service)).toBe(1);
  expect(await finishPurges(service)).toBe(4_100);
  expect(largest()).toBeLessThanOrEqual(500);
  expect(await usedBytes(world.service, ann)).toBe(0);
});

test('space used stays right when the account is transferred between two steps of a purge', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const { id } = await createFolder(service, bob, { parentId: '0', name: 'purged' });
  const content = { parentId: id, bytes: Buffer.from('x'), contentCreatedAt: undefined, contentModifiedAt: undefined };
  const files = Array.from({ length: 1_001 }, (_, index) => ({ ...content, name: `${index}` }));
  await uploadFiles(service, bob, files);
  await deleteFolder(service, bob, { folderId: id, recursive: true });
  await purgeFolder(service, bob, id);
  let steps = 0;
  const transaction: Service['store']['transaction'] = async (work, scope) => {
    const step = await service.store.transaction(work, scope);
    steps += 1;
    if (steps === 1) await transferContent(service, ann, { userId: bob.user.id, newOwnerId: ann.user.id });
    return step;
  };
  expect(await finishPurges({ ...service, store: { ...service.store, transaction } })).toBe(1_001);
  expect(steps).toBeGreaterThan(1);
  expect([await usedBytes(service, ann), await usedBytes(service, bob)]).toEqual([0, 0]);
});

test('everything of a person passes on, however much it is', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  await largeFolder(world, bob);
  const before = await usedBytes(service, bob);
  const administrator = { ...ann, user: { ...ann.user, role: 'admin' as const } };
  await transferContent(service, administrator, { userId: bob.user.id, newOwnerId: ann.user.id });
  expect([await usedBytes(service, ann), await usedBytes(service, bob)]).toEqual([before, 0]);
  const items = await service.store.read((tx) => tx.items.listBehind('0', 10_000));
  expect(items.filter(({ ownerId }) => ownerId === bob.user.id).map(({ id }) => id)).toEqual([bob.user.rootId]);
  const raw = new Sqlite(path.join(world.directory, 'metadata.sqlite'), { readonly: true });
  const words = raw
    .prepare('select owner_id as owner, count(*) as documents from search_document group by owner_id')
    .all();
  raw.close();
  expect(words).toEqual([{ owner: Number(ann.user.id), documents: items.length - 2 }]);
});

test('one held version at the bottom of it keeps all of it, without a look at the rest', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  const { service, largest } = watched(world.service);
  const { id, deepest } = await largeFolder(world, ann);
  const policy = await createLegalHoldPolicy(world.service, ann, { name: 'case', description: '', ...always });
  await createLegalHoldAssignment(world.service, ann, { policyId: policy.id, target: { type: 'file', id: deepest } });
  const before = await usedBytes(world.service, ann);
  expect(await refusalOf(purgeFolder(service, ann, id))).toMatchObject({ code: 'forbidden_by_policy' });
  world.passTime(31 * 24 * 3600 * 1000);
  expect(await purgeExpiredTrash(service)).toBe(0);
  expect(await finishPurges(service)).toBe(0);
  expect(await usedBytes(world.service, ann)).toBe(before);
  expect(largest()).toBeLessThanOrEqual(500);
});

test.each([0, 1, 2])('a held version keeps a tree whose folders fill pages, wherever it is: %i', async (place) => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann');
  const { id } = await createFolder(service, ann, { parentId: '0', name: 'large' });
  const times = { contentCreatedAt: undefined, contentModifiedAt: undefined };
  const last: string[] = [];
  for (const name of ['first', 'second', 'third']) {
    const { id: parentId } = await createFolder(service, ann, { parentId: id, name });
    const files = Array.from({ length: 700 }, (_, index) => ({
      ...times,
      parentId,
      name: `${index}`,
      bytes: Buffer.from('x'),
    }));
    await uploadFiles(service, ann, files);
    last.push((await putFile(service, ann, parentId, 'last', 'x')).id);
  }
  const policy = await createLegalHoldPolicy(service, ann, { name: 'case', description: '', ...always });
  const target = { type: 'file', id: last[place] ?? '' } as const;
  await createLegalHoldAssignment(service, ann, { policyId: policy.id, target });
  await deleteFolder(service, ann, { folderId: id, recursive: true });
  expect(await refusalOf(purgeFolder(service, ann, id))).toMatchObject({ code: 'forbidden_by_policy' });
});

test('one held version keeps it too when it comes after hundreds whose retention is over', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann');
  const { id } = await createFolder(service, ann, { parentId: '0', name: 'retained' });
  const content = { parentId: id, bytes: Buffer.from('x'), contentCreatedAt: undefined, contentModifiedAt: undefined };
  await uploadFiles(
    service,
    ann,
    Array.from({ length: 600 }, (_, index) => ({ ...content, name: `${index}` })),
  );
  const { id: last } = await putFile(service, ann, id, 'last', 'x');
  const day = { name: 'a day', type: 'finite', length: 1, dispositionAction: 'remove_retention' } as const;
  const { id: policyId } = await createRetentionPolicy(service, ann, day);
  const target = { targetType: 'folder', targetId: id, startDateField: undefined, hasFilter: false } as const;
  await createRetentionAssignment(service, ann, { policyId, ...target });
  const policy = await createLegalHoldPolicy(service, ann, { name: 'case', description: '', ...always });
  await createLegalHoldAssignment(service, ann, { policyId: policy.id, target: { type: 'file', id: last } });
  await deleteFolder(service, ann, { folderId: id, recursive: true });
  world.passTime(2 * 24 * 3600 * 1000);
  expect(await refusalOf(purgeFolder(service, ann, id))).toMatchObject({ code: 'forbidden_by_policy' });
});

test('a trashed folder that only a retained file with very many versions kept is purged once that retention is over', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann');
  const day = 24 * 3600 * 1000;
  const { id } = await createFolder(service, ann, { parentId: '0', name: 'kept' });
  await fileOfVersions(world, ann, id, 'many', 1_001);
  const settings = { name: '40 days', type: 'finite', length: 40, dispositionAction: 'permanently_delete' } as const;
  const { id: policyId } = await createRetentionPolicy(service, ann, settings);
  const target = { targetType: 'folder', targetId: id, startDateField: undefined, hasFilter: false } as const;
  await createRetentionAssignment(service, ann, { policyId, ...target });
  await deleteFolder(service, ann, { folderId: id, recursive: true });
  world.passTime(31 * day);
  expect(await purgeExpiredTrash(service)).toBe(0);
  world.passTime(10 * day);
  await disposeOfExpired(service);
  expect(await purgeExpiredTrash(service)).toBe(1);
  await finishPurges(service);
  expect(await usedBytes(service, ann)).toBe(0);
});

test('aged events go a hundred at a time, and a step that fails loses none of the steps before it', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  for (let index = 0; index < 250; index += 1) {
    await createFolder(world.service, ann, { parentId: '0', name: `${index}` });
  }
  world.passTime(400 * 24 * 3600 * 1000);
  const steps: number[] = [];
  let fails = true;
  const transaction: Service['store']['transaction'] = (work) =>
    world.service.store.transaction((tx) =>
      work({
        ...tx,
        events: {
          ...tx.events,
          deleteBefore: async (log, time, limit) => {
            if (fails && steps.length === 2) throw new Error('the statement took too long');
            const step = await tx.events.deleteBefore(log, time, limit);
            steps.push(step.deleted);
            return step;
          },
        },
      }),
    );
  const service = { ...world.service, store: { ...world.service.store, transaction } };
  await expect(dropExpiredRecords(service)).rejects.toThrow('took too long');
  fails = false;
  await dropExpiredRecords(service);
  expect(Math.max(...steps)).toBeLessThanOrEqual(100);
  const query = { userId: ann.user.id, after: 0, limit: 1000, onlyChanges: false, types: null };
  expect(await world.service.store.read(({ events }) => events.list(query))).toEqual([]);
});
