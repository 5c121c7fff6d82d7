import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { openBlobDisk } from '../../service/adapters/blob-disk/open-blob-disk.ts';
import { blobStoreSuite } from './blob-store.ts';

describe('blobs on disk', () => {
  blobStoreSuite(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'tandem-blobs-'));
    return {
      blobs: await openBlobDisk(directory),
      reopen: async () => openBlobDisk(directory),
      [Symbol.asyncDispose]: async () => rm(directory, { recursive: true, force: true }),
    };
  });
});
