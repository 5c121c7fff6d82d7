import { type CompletedPart, HeadObjectCommand, UploadPartCopyCommand } from '@aws-sdk/client-s3';
import type { Bucket } from './bucket.ts';
import { type MultipartUpload, maxParts, multipartUpload } from './multipart-upload.ts';
import { readBlob } from './read-blob.ts';
import { asBlobError } from './s3-errors.ts';
import { newBlobId, writeBlob } from './write-blob.ts';

/** S3 limit: the minimum size of every part but the last. */
const leastPartBytes = 5 * 1024 * 1024;

/** Concurrent copy requests. */
const copiesAtOnce = 8;

interface Part {
  readonly blobId: string;
  readonly sizeBytes: number;
  readonly md5: string | null;
}

type Whole = { readonly blobId: string; readonly sizeBytes: number };

/**
 * Composes one object from others. The store copies parts of upload-session size itself, without sending any bytes through here.
 * Smaller parts, which it does not join, are read and written again in constant memory.
 */
export async function composeBlob(bucket: Bucket, partIds: readonly string[]): Promise<Whole> {
  const parts = await inTurns(partIds, async (blobId) => measurePart(bucket, blobId));
  const sizeBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
  const isJoinable = parts.slice(0, -1).every((part) => part.sizeBytes >= leastPartBytes);
  if (isJoinable && parts.length > 0 && parts.length <= maxParts && sizeBytes > 0) {
    return { blobId: await joinParts(bucket, parts, sizeBytes), sizeBytes };
  }
  const { blobId } = await writeBlob(bucket, bytesOf(bucket, parts), { maxBytes: sizeBytes });
  return { blobId, sizeBytes };
}

async function measurePart({ client, name, keyOf }: Bucket, blobId: string): Promise<Part> {
  try {
    const head = await client.send(new HeadObjectCommand({ Bucket: name, Key: keyOf(blobId) }));
    return { blobId, sizeBytes: head.ContentLength ?? 0, md5: md5In(head.ETag, head) };
  } catch (error) {
    throw asBlobError(error, blobId);
  }
}

async function joinParts(bucket: Bucket, parts: readonly Part[], sizeBytes: number): Promise<string> {
  const blobId = newBlobId();
  try {
    await multipartUpload(bucket, blobId, async (upload) =>
      inTurns(parts, async (part, index) => copyPart(bucket, upload, part, index + 1)),
    );
    const whole = await measurePart(bucket, blobId);
    if (whole.sizeBytes === sizeBytes) return blobId;
    throw new Error(`The store composed ${whole.sizeBytes} bytes from parts of ${sizeBytes} bytes.`);
  } catch (error) {
    throw asBlobError(error, blobId);
  }
}

async function copyPart(
  { client, name, keyOf }: Bucket,
  upload: MultipartUpload,
  part: Part,
  number: number,
): Promise<CompletedPart> {
  try {
    const copy = new UploadPartCopyCommand({
      ...upload,
      PartNumber: number,
      CopySource: encodeURI(`${name}/${keyOf(part.blobId)}`),
    });
    const copied = await client.send(copy);
    const etag = copied.CopyPartResult?.ETag ?? '';
    const md5 = md5In(etag, copied);
    if (md5 !== null && part.md5 !== null && md5 !== part.md5) {
      throw new Error(`The store's copy differs from part ${part.blobId}.`);
    }
    return { PartNumber: number, ETag: etag };
  } catch (error) {
    throw asBlobError(error, part.blobId);
  }
}

/** The MD5 in the ETag of an object stored in one request. Under keys of KMS, and after several requests, an ETag is no MD5. */
function md5In(
  etag: string | undefined,
  { ServerSideEncryption }: { readonly ServerSideEncryption?: string | undefined },
): string | null {
  if (ServerSideEncryption?.startsWith('aws:kms')) return null;
  return /^"?([0-9a-f]{32})"?$/.exec(etag ?? '')?.[1] ?? null;
}

async function* bytesOf(bucket: Bucket, parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  for (const { blobId, sizeBytes } of parts) {
    if (sizeBytes > 0) yield* await readBlob(bucket, blobId);
  }
}

/** Maps many inputs with limited concurrency. Results keep the order of the inputs; the first failure stops it. */
async function inTurns<Input, Output>(
  inputs: readonly Input[],
  work: (input: Input, index: number) => Promise<Output>,
): Promise<Output[]> {
  const outputs: Output[] = [];
  for (let start = 0; start < inputs.length; start += copiesAtOnce) {
    const turn = inputs.slice(start, start + copiesAtOnce);
    outputs.push(...(await Promise.all(turn.map(async (input, index) => work(input, start + index)))));
  }
  return outputs;
}
