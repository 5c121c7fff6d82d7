import { rm } from 'node:fs/promises';
import { describe } from 'vitest';
import { openBlobDisk } from '../../service/adapters/blob-disk/open-blob-disk.ts';
import { openBlobS3 } from '../../service/adapters/blob-s3/open-blob-s3.ts';
import { readBlobPlace } from '../../service/options/storage-config.ts';
import { newQuickFolder } from '../support/files/quick-folder.ts';
import { newBucketFolder, withoutS3 } from '../support/servers/test-servers.ts';
import { blobStoreSuite } from './blob-store.ts';

describe('blobs on disk', () => {
  blobStoreSuite(async () => {
    const directory = await newQuickFolder('tandem-blobs-');
    return {
      blobs: await openBlobDisk(directory),
      reopen: async () => openBlobDisk(directory),
      [Symbol.asyncDispose]: async () => rm(directory, { recursive: true, force: true }),
    };
  });
});

describe.skipIf(process.env[withoutS3] !== undefined)('blobs in a bucket', () => {
  blobStoreSuite(async () => {
    const place = readBlobPlace(await newBucketFolder(), '/');
    if (place.kind !== 's3') throw new Error('The test gateway has no bucket.');
    const blobs = await openBlobS3(place);
    return {
      blobs,
      reopen: async () => openBlobS3(place),
      [Symbol.asyncDispose]: async () => {
        for await (const { blobId } of blobs.list()) await blobs.delete(blobId);
        blobs.close();
      },
    };
  });
});
