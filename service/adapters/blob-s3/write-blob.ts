import { createHash, randomBytes } from 'node:crypto';
import { type CompletedPart, DeleteObjectCommand, PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import type { BlobOriginal, StoredBlob, WriteOptions } from '../../ports/blob-store.ts';
import { type ContentCheck, sameAs, upTo } from '../../ports/content-check.ts';
import type { Bucket } from './bucket.ts';
import { type ContentPart, partsOf } from './content-parts.ts';
import { type MultipartUpload, maxParts, multipartUpload } from './multipart-upload.ts';
import { asBlobError } from './s3-errors.ts';

/**
 * Bytes per request. A part of an upload session (8 MiB) fits, so it becomes one object in one request. Larger content goes as a
 * multipart upload that keeps twice this much in memory: one part is sent while the next one arrives.
 */
const partBytes = 12 * 1024 * 1024;
const partsAtOnce = 2;

/** A new id that cannot be guessed. */
export function newBlobId(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Streams a blob to the store without touching a disk here. The store shows an object only when it is complete. A failed upload is
 * aborted, and `removeAbandoned` finds the uploads that a crash left behind.
 */
export async function writeBlob(
  bucket: Bucket,
  content: AsyncIterable<Uint8Array>,
  options: WriteOptions,
): Promise<StoredBlob> {
  const blobId = newBlobId();
  return { blobId, ...(await putObject(bucket, blobId, measure(content, upTo(options.maxBytes)), options)) };
}

/** Streams a copy of a blob of another store, which replaces an earlier copy. */
export async function writeCopy(
  bucket: Bucket,
  content: AsyncIterable<Uint8Array>,
  original: BlobOriginal,
): Promise<void> {
  await putObject(bucket, original.blobId, measure(content, sameAs(original)), { maxBytes: original.sizeBytes });
}

async function putObject(
  bucket: Bucket,
  blobId: string,
  measured: ReturnType<typeof measure>,
  { maxBytes, sender = 'the service', gone }: WriteOptions,
) {
  const size = { partBytes: Math.max(partBytes, Math.ceil(maxBytes / maxParts)), maxBytes, sender, gone };
  const parts = partsOf(measured.bytes(), size, bucket.memory);
  try {
    await sendParts(bucket, blobId, parts);
    return measured.result();
  } catch (error) {
    // The sender's own fault takes precedence over the store's report of a body that ended early.
    throw measured.failure() ?? asBlobError(error, blobId);
  } finally {
    await parts.return();
  }
}

/** A content of one part becomes an object in one request. */
async function sendParts(bucket: Bucket, blobId: string, parts: AsyncGenerator<ContentPart, void>): Promise<void> {
  const first = await nextPart(parts);
  if (first.isLast) return putBytes(bucket, blobId, first.bytes);
  await multipartUpload(bucket, blobId, async (upload) => {
    const sent: Promise<CompletedPart>[] = [];
    try {
      for (let part = first; ; part = await nextPart(parts)) {
        const sending = sendPart(bucket, upload, part, sent.length + 1);
        // It fails when it is awaited, after the next part has arrived.
        sending.catch(() => undefined);
        sent.push(sending);
        if (part.isLast) return await Promise.all(sent);
        await sent.at(-partsAtOnce);
      }
    } finally {
      await Promise.allSettled(sent);
    }
  });
}

async function nextPart(parts: AsyncGenerator<ContentPart, void>): Promise<ContentPart> {
  const { value } = await parts.next();
  if (!value) throw new Error('The content has no last part.');
  return value;
}

async function sendPart(
  { client }: Bucket,
  upload: MultipartUpload,
  { bytes, release }: ContentPart,
  number: number,
): Promise<CompletedPart> {
  try {
    const { ETag = '' } = await client.send(new UploadPartCommand({ ...upload, PartNumber: number, Body: bytes }));
    return { PartNumber: number, ETag };
  } finally {
    release();
  }
}

/** Concurrent puts of small blobs. */
const putsAtOnce = 16;

/** Stores small blobs as one object each, with limited concurrency. If one fails, the stored ones are deleted again. */
export async function writeBlobs(bucket: Bucket, contents: readonly Uint8Array[]): Promise<readonly StoredBlob[]> {
  const stored: StoredBlob[] = [];
  const indexes = contents.keys();
  const putSome = async () => {
    for (const index of indexes) stored[index] = await putBlob(bucket, contents[index] ?? new Uint8Array());
  };
  const ends = await Promise.allSettled(Array.from({ length: putsAtOnce }, putSome));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed === undefined) return stored;
  // The blob collection deletes the ones that cannot be deleted here.
  for (const blob of stored.filter((one) => one !== undefined)) {
    await bucket.client
      .send(new DeleteObjectCommand({ Bucket: bucket.name, Key: bucket.keyOf(blob.blobId) }))
      .catch(() => undefined);
  }
  throw failed.reason;
}

async function putBlob(bucket: Bucket, bytes: Uint8Array): Promise<StoredBlob> {
  const blobId = newBlobId();
  try {
    await putBytes(bucket, blobId, bytes);
  } catch (error) {
    throw asBlobError(error, blobId);
  }
  return { blobId, sha1: createHash('sha1').update(bytes).digest('hex'), sizeBytes: bytes.length };
}

async function putBytes({ client, name, keyOf }: Bucket, blobId: string, bytes: Uint8Array): Promise<void> {
  const put = { Bucket: name, Key: keyOf(blobId), Body: bytes, ContentType: 'application/octet-stream' };
  await client.send(new PutObjectCommand(put));
}

/** Passes bytes through, counts and digests them, and records why the stream ended early. */
function measure(content: AsyncIterable<Uint8Array>, check: ContentCheck) {
  const hash = createHash('sha1');
  let sizeBytes = 0;
  let sha1 = '';
  let failure: unknown = null;
  const bytes = async function* () {
    try {
      for await (const chunk of content) {
        sizeBytes += chunk.length;
        check.soFar(sizeBytes);
        hash.update(chunk);
        yield chunk;
      }
      sha1 = hash.digest('hex');
      check.atEnd({ sha1, sizeBytes });
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  return { bytes, failure: () => failure, result: () => ({ sha1, sizeBytes }) };
}
