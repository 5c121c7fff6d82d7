import { expect, test } from 'vitest';
import type { Service } from '../../../../../service/domain/service.ts';
import { copyFile } from '../../../../../service/domain/tree/files/copy-file.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { purgeFile } from '../../../../../service/domain/tree/trash/purge-item.ts';
import { collectOrphanBlobs, collectReleasedBlobs } from '../../../../../service/domain/upkeep/collect-blobs.ts';
import { bytesOf, openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

const hourMs = 3_600_000;

async function listed({ blobs }: Service): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { blobId } of blobs.list()) ids.push(blobId);
  return ids.sort();
}

/** A service whose clock says that everything was stored so long ago. */
function after(service: Service, ms: number): Service {
  return { ...service, clock: { now: () => Date.now() + ms } };
}

async function storeSome({ blobs }: Service, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await blobs.write(bytesOf(`${index}`), { maxBytes: 9 })).blobId);
  return ids.sort();
}

/** A service in which some contents cannot be deleted. */
function stuck(service: Service, ids: readonly string[]): Service {
  const deleteMany: Service['blobs']['deleteMany'] = async (wanted) => {
    await service.blobs.deleteMany(wanted.filter((id) => !ids.includes(id)));
    const failed = wanted.filter((id) => ids.includes(id));
    return new Map(failed.map((id) => [id, new Error('The disk does not answer.')]));
  };
  return { ...service, blobs: { ...service.blobs, deleteMany } };
}

test('an orphan of five hours may be on its way to a row and stays, one of seven hours goes', async () => {
  await using world = await openDomainWorld();
  const ids = await storeSome(world.service, 1);
  expect(await collectOrphanBlobs(after(world.service, 5 * hourMs))).toBe(0);
  expect(await listed(world.service)).toEqual(ids);
  expect(await collectOrphanBlobs(after(world.service, 7 * hourMs))).toBe(1);
  expect(await listed(world.service)).toEqual([]);
});

test('released contents that cannot be deleted stop no other, are reported, and are deleted by the next run', async () => {
  await using world = await openDomainWorld();
  // The stuck ones stand in front.
  const ids = await storeSome(world.service, 12);
  const held = ids.slice(0, 2);
  await world.service.store.transaction(({ blobs }) => blobs.release(ids));
  // A download may have begun just before.
  expect(await collectReleasedBlobs(world.service)).toBe(0);
  await expect(collectReleasedBlobs(stuck(world.service, held), 0)).rejects.toThrow(/: 2\. .*does not answer/);
  expect(await listed(world.service)).toEqual(held);
  expect(await collectReleasedBlobs(world.service, 0)).toBe(2);
  expect(await listed(world.service)).toEqual([]);
});

test('a content whose last file goes while the job looks at it goes with the next run', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann');
  const { id: fileId } = await putFile(service, ann, '0', 'original');
  const copy = await copyFile(service, ann, { fileId, parentId: '0', name: 'copy' });
  if (copy === 'not_modified') throw new Error('A copy without a condition was not made.');
  const removeForGood = async (id: string) => {
    await deleteFile(service, ann, { fileId: id });
    await purgeFile(service, ann, id);
  };
  await removeForGood(fileId);
  const interrupted: Service['store']['transaction'] = async (work, scope) => {
    await removeForGood(copy.id);
    return service.store.transaction(work, scope);
  };
  const meanwhile = { ...service, store: { ...service.store, transaction: interrupted } };
  // The second page of the same run is empty.
  expect(await collectReleasedBlobs(meanwhile, 0)).toBe(0);
  expect(await collectReleasedBlobs(service, 0)).toBe(1);
  expect(await listed(service)).toEqual([]);
});

test('orphans likewise', async () => {
  await using world = await openDomainWorld();
  const ids = await storeSome(world.service, 5);
  const old = after(world.service, 7 * hourMs);
  await expect(collectOrphanBlobs(stuck(old, ids.slice(0, 1)))).rejects.toThrow(/: 1\. /);
  expect(await listed(world.service)).toEqual(ids.slice(0, 1));
  expect(await collectOrphanBlobs(old)).toBe(1);
});
