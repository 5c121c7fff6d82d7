import { expect, test } from 'vitest';
import { deleteFile } from '../../../../service/domain/tree/files/delete-file.ts';
import { uploadVersion } from '../../../../service/domain/tree/files/upload-version.ts';
import { purgeFile } from '../../../../service/domain/tree/trash/purge-item.ts';
import { collectReleasedBlobs } from '../../../../service/domain/upkeep/collect-blobs.ts';
import { verifyStore } from '../../../../service/domain/upkeep/verify-store.ts';
import { bytesOf, openDomainWorld, putFile } from '../../../support/service/domain-world.ts';

/* `verify` works while people delete: content deleted before it gets there was not lost. */

/** A service with two files, of which one has an older version, and what permanently deletes that one. */
async function newWorld() {
  const world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann@example.com');
  await putFile(service, ann, '0', 'kept');
  const { id: fileId } = await putFile(service, ann, '0', 'purged');
  await uploadVersion(service, ann, { fileId, content: bytesOf('second') });
  const purge = async () => {
    await deleteFile(service, ann, { fileId });
    await purgeFile(service, ann, fileId);
    await collectReleasedBlobs(service, 0);
  };
  return { ...world, fileId, purge };
}

test('a file that is permanently deleted before its contents are read is no fault', async () => {
  await using world = await newWorld();
  const { service, purge } = world;
  const { blobs } = service;
  let reads = 0;
  const digest: typeof blobs.digest = async (blobId) => {
    reads += 1;
    if (reads === 2) await purge();
    return blobs.digest(blobId);
  };
  const verification = await verifyStore({ ...service, blobs: { ...blobs, digest } });
  expect(verification).toMatchObject({ versions: 3, blobs: 1, faults: [] });
});

test('nor is one that is permanently deleted after its contents were read', async () => {
  await using world = await newWorld();
  const { service, purge } = world;
  const { blobs } = service;
  let reads = 0;
  const digest: typeof blobs.digest = async (blobId) => {
    const content = await blobs.digest(blobId);
    reads += 1;
    if (reads === 2) await purge();
    return content;
  };
  expect((await verifyStore({ ...service, blobs: { ...blobs, digest } })).faults).toEqual([]);
});

test('a content that is missing for a file that is still there is one', async () => {
  await using world = await newWorld();
  const { service, fileId } = world;
  const [version] = await service.store.read(({ versions }) => versions.listOfFiles([fileId]));
  if (!version) throw new Error('The file has no version.');
  await service.blobs.delete(version.blobId);
  const { faults } = await verifyStore(service);
  expect(faults).toEqual([{ kind: 'missing_blob', versionId: version.id, fileId, blobId: version.blobId }]);
});
