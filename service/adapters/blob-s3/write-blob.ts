import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { BlobMissing, BlobTooLarge, isBlobId, type StoredBlob, type WriteOptions } from '../../ports/blob-store.ts';
import type { Bucket } from './bucket.ts';
import { asBlobError } from './s3-errors.ts';

/**
 * Bytes that go in one request. A part of an upload session (8 MiB) fits, so that it is one object put in one request; what is
 * larger goes as a multipart upload, of which this much, three times, is in memory.
 */
const partBytes = 12 * 1024 * 1024;
const partsAtOnce = 2;

/** Parts that a multipart upload may have. */
const maxParts = 10_000;

/** A new id, which nobody can guess. */
export function newBlobId(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Sends a content to the store while it arrives: nothing of it touches a disk here. The store shows an object only when it is
 * whole; what fails before is taken back, and what a crash leaves is an unfinished upload that `removeAbandoned` finds.
 */
export async function writeBlob(
  bucket: Bucket,
  content: AsyncIterable<Uint8Array>,
  { maxBytes, blobId = newBlobId() }: WriteOptions,
): Promise<StoredBlob> {
  if (!isBlobId(blobId)) throw new BlobMissing(blobId);
  const measured = measure(content, maxBytes);
  const upload = new Upload({
    client: bucket.client,
    params: {
      Bucket: bucket.name,
      Key: bucket.keyOf(blobId),
      Body: Readable.from(measured.bytes(), { objectMode: false }),
      ContentType: 'application/octet-stream',
    },
    partSize: Math.max(partBytes, Math.ceil(maxBytes / maxParts)),
    queueSize: partsAtOnce,
    leavePartsOnError: false,
  });
  try {
    await upload.done();
    return { blobId, ...measured.result() };
  } catch (error) {
    // What the sender did wrong is told as it is, whatever the store made of a body that broke off.
    throw measured.failure() ?? asBlobError(error, blobId);
  }
}

/** Small contents that are put at a time. */
const putsAtOnce = 16;

/** Stores small contents, some at a time, one object each; if one fails those that are there are taken back. */
export async function writeBlobs(bucket: Bucket, contents: readonly Uint8Array[]): Promise<readonly StoredBlob[]> {
  const stored: StoredBlob[] = [];
  const indexes = contents.keys();
  const putSome = async () => {
    for (const index of indexes) stored[index] = await putBlob(bucket, contents[index] ?? new Uint8Array());
  };
  const ends = await Promise.allSettled(Array.from({ length: putsAtOnce }, putSome));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed === undefined) return stored;
  // What cannot be taken back is an orphan that the collection finds.
  for (const blob of stored.filter((one) => one !== undefined)) {
    await bucket.client
      .send(new DeleteObjectCommand({ Bucket: bucket.name, Key: bucket.keyOf(blob.blobId) }))
      .catch(() => undefined);
  }
  throw failed.reason;
}

async function putBlob({ client, name, keyOf }: Bucket, bytes: Uint8Array): Promise<StoredBlob> {
  const blobId = newBlobId();
  const put = { Bucket: name, Key: keyOf(blobId), Body: bytes, ContentType: 'application/octet-stream' };
  try {
    await client.send(new PutObjectCommand(put));
  } catch (error) {
    throw asBlobError(error, blobId);
  }
  return { blobId, sha1: createHash('sha1').update(bytes).digest('hex'), sizeBytes: bytes.length };
}

/** Passes bytes on and keeps their digest, their number, and why there were no more. */
function measure(content: AsyncIterable<Uint8Array>, maxBytes: number) {
  const hash = createHash('sha1');
  let sizeBytes = 0;
  let failure: unknown = null;
  const bytes = async function* () {
    try {
      for await (const chunk of content) {
        sizeBytes += chunk.length;
        if (sizeBytes > maxBytes) throw new BlobTooLarge(maxBytes);
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  return { bytes, failure: () => failure, result: () => ({ sha1: hash.digest('hex'), sizeBytes }) };
}
