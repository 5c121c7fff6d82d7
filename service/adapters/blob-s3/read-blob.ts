import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { BlobUnreadable, type ByteRange, otherSize, type ServedAs, type StoredBlob } from '../../ports/blob-store.ts';
import type { Bucket } from './bucket.ts';
import { asReadError } from './s3-errors.ts';

/** Opens an object. The stream fails if fewer bytes arrive than were announced. */
export async function readBlob(
  { reader, name, keyOf }: Bucket,
  blobId: string,
  range?: ByteRange,
  sizeBytes?: number,
): Promise<Readable> {
  try {
    const { Body: body, ContentLength: total = sizeBytes } = await reader.send(
      new GetObjectCommand({
        Bucket: name,
        Key: keyOf(blobId),
        ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
      }),
    );
    if (!(body instanceof Readable)) throw new Error('The store answered without a body.');
    if (sizeBytes === undefined || total === sizeBytes) return body;
    body.destroy();
    throw new BlobUnreadable(blobId, otherSize(total ?? 0, sizeBytes));
  } catch (error) {
    throw asReadError(error, blobId);
  }
}

/** Passes a whole object to `take` in pieces. */
export async function feedBlob(bucket: Bucket, blobId: string, take: (bytes: Uint8Array) => void): Promise<void> {
  const chunks: AsyncIterable<Uint8Array> = await readBlob(bucket, blobId);
  try {
    for await (const chunk of chunks) take(chunk);
  } catch (error) {
    throw asReadError(error, blobId);
  }
}

/** How long a signed URL lasts, in seconds: until a client that was redirected has begun to read. */
const signedSeconds = 60;

/** A URL on the public endpoint, signed for one object; null if clients don't reach the bucket. */
export async function signedUrl(
  { signer, name, keyOf }: Bucket,
  blobId: string,
  { disposition, mediaType }: ServedAs,
): Promise<string | null> {
  if (signer === null) return null;
  const command = new GetObjectCommand({
    Bucket: name,
    Key: keyOf(blobId),
    ResponseContentDisposition: disposition,
    ResponseContentType: mediaType,
    ResponseCacheControl: 'private, no-store',
  });
  return getSignedUrl(signer, command, { expiresIn: signedSeconds });
}

/** Reads a whole object and returns its digest and size. */
export async function digestBlob(bucket: Bucket, blobId: string): Promise<StoredBlob> {
  const hash = createHash('sha1');
  let sizeBytes = 0;
  await feedBlob(bucket, blobId, (chunk) => {
    hash.update(chunk);
    sizeBytes += chunk.length;
  });
  return { blobId, sha1: hash.digest('hex'), sizeBytes };
}
