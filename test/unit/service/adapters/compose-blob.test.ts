import { CreateMultipartUploadCommand, HeadObjectCommand, S3Client, UploadPartCopyCommand } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import type { Bucket } from '../../../../service/adapters/blob-s3/bucket.ts';
import { composeBlob } from '../../../../service/adapters/blob-s3/compose-blob.ts';
import { createPartMemory } from '../../../../service/adapters/blob-s3/part-memory.ts';

const partBytes = 8 * 1024 * 1024;
const etagOf = (digit: string) => `"${digit.repeat(32)}"`;

interface Encryption {
  readonly ofParts: string;
  readonly ofCopies: string;
}

/** A bucket whose parts have one ETag and their copies another. */
function bucketWith({ ofParts, ofCopies }: Encryption): Bucket {
  const parts = new Set(['a', 'b']);
  const send = async (command: object): Promise<object> => {
    if (command instanceof HeadObjectCommand) {
      const isPart = parts.has(command.input.Key ?? '');
      return {
        ContentLength: isPart ? partBytes : parts.size * partBytes,
        ETag: etagOf('1'),
        ServerSideEncryption: ofParts,
      };
    }
    if (command instanceof CreateMultipartUploadCommand) return { UploadId: 'upload' };
    if (command instanceof UploadPartCopyCommand)
      return { CopyPartResult: { ETag: etagOf('2') }, ServerSideEncryption: ofCopies };
    return {};
  };
  const client = Object.assign(new S3Client({ region: 'eu' }), { send });
  return {
    client,
    reader: client,
    signer: null,
    memory: createPartMemory(),
    name: 'bucket',
    prefix: '',
    keyOf: (blobId) => blobId,
  };
}

it.each([
  { ofParts: 'aws:kms', ofCopies: 'aws:kms' },
  { ofParts: 'aws:kms:dsse', ofCopies: 'aws:kms:dsse' },
  { ofParts: 'AES256', ofCopies: 'aws:kms' },
])('joins parts if an ETag is no MD5 because of the encryption: %j', async (encryption) => {
  expect(await composeBlob(bucketWith(encryption), ['a', 'b'])).toMatchObject({ sizeBytes: 2 * partBytes });
});

it('refuses a copy whose MD5 differs from that of its part', async () => {
  const composed = composeBlob(bucketWith({ ofParts: 'AES256', ofCopies: 'AES256' }), ['a', 'b']);
  await expect(composed).rejects.toThrow("The store's copy differs from part a.");
});
