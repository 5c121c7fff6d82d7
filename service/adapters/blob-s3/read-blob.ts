import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { ByteRange, StoredBlob } from '../../ports/blob-store.ts';
import type { Bucket } from './bucket.ts';
import { asBlobError } from './s3-errors.ts';

/** Opens an object. The stream fails if fewer bytes arrive than were announced. */
export async function readBlob({ client, name, keyOf }: Bucket, blobId: string, range?: ByteRange): Promise<Readable> {
  try {
    const { Body: body } = await client.send(
      new GetObjectCommand({
        Bucket: name,
        Key: keyOf(blobId),
        ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
      }),
    );
    if (body instanceof Readable) return body;
    throw new Error('The store answered without a body.');
  } catch (error) {
    throw asBlobError(error, blobId);
  }
}

/** Reads a whole object and returns its digest and size. */
export async function digestBlob(bucket: Bucket, blobId: string): Promise<StoredBlob> {
  const hash = createHash('sha1');
  let sizeBytes = 0;
  const content: AsyncIterable<Buffer> = await readBlob(bucket, blobId);
  for await (const chunk of content) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { blobId, sha1: hash.digest('hex'), sizeBytes };
}
