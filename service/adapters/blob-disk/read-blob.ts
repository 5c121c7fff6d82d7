import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ByteRange, otherSize, type StoredBlob } from '../../ports/blob-store.ts';
import { asReadError, codeOf, DamagedOnDisk } from './disk-errors.ts';
import type { BlobLayout } from './layout.ts';
import { readPacked } from './pack.ts';
import { storeFault } from './reachable.ts';

/**
 * Bytes per read. Each read costs a round trip to a thread. Much larger buffers would pile up in memory, because the garbage
 * collector counts objects rather than the bytes they hold.
 */
const chunkBytes = 256 * 1024;

/** A file that holds the bytes of a blob from `offset` on. */
interface FileSegment {
  readonly file: string;
  readonly offset: number;
  readonly sizeBytes: number;
}

/** A file, or the bytes of a packed blob, which are few, so that the pack is opened only once. */
type Segment = FileSegment | { readonly bytes: Buffer; readonly offset: 0; readonly sizeBytes: number };

/** Opens a blob. Its files are looked up now, so that a missing one is reported before the first byte. */
export async function openBlob(
  layout: BlobLayout,
  blobId: string,
  range?: ByteRange,
  sizeBytes?: number,
): Promise<AsyncIterable<Uint8Array>> {
  const segments = await segmentsOf(layout, blobId);
  const total = segments.reduce((sum, segment) => sum + segment.sizeBytes, 0);
  if (sizeBytes !== undefined && total !== sizeBytes) fail(new DamagedOnDisk(otherSize(total, sizeBytes)), blobId);
  const start = range?.start ?? 0;
  const end = Math.min(range?.end ?? total - 1, total - 1);
  return readSegments(layout, blobId, segments, { start, end });
}

/** Reads a whole blob and returns its digest and size. */
export async function digestBlob(layout: BlobLayout, blobId: string): Promise<StoredBlob> {
  const hash = createHash('sha1');
  let sizeBytes = 0;
  await feedBlob(layout, blobId, (bytes) => {
    hash.update(bytes);
    sizeBytes += bytes.length;
  });
  return { blobId, sha1: hash.digest('hex'), sizeBytes };
}

/** Size of each of the two buffers that all reads of a feed reuse, so that nothing is left to the garbage collector. */
const feedBytes = 512 * 1024;

/** Passes a whole blob on in pieces. A piece is valid only until `take` returns. */
export async function feedBlob(layout: BlobLayout, blobId: string, take: (bytes: Uint8Array) => void): Promise<void> {
  const segments = await segmentsOf(layout, blobId);
  const total = segments.reduce((sum, segment) => sum + segment.sizeBytes, 0);
  const buffer = () => Buffer.allocUnsafeSlow(Math.min(feedBytes, Math.max(total, 1)));
  let [filled, free] = [buffer(), buffer()];
  const nextBuffer = () => {
    [filled, free] = [free, filled];
    return filled;
  };
  const range = { start: 0, end: total - 1 };
  for await (const chunk of readSegments(layout, blobId, segments, range, nextBuffer)) take(chunk);
}

/** The size of a blob that is in no pack, or of its remaining parts, and when its last byte was written. */
export async function measureBlob(
  layout: BlobLayout,
  blobId: string,
): Promise<{ sizeBytes: number; storedAt: number }> {
  const segments = await filesOf(layout, blobId);
  const sizeBytes = segments.reduce((sum, segment) => sum + segment.sizeBytes, 0);
  const path = await stat(layout.fileOf(blobId))
    .catch(async () => stat(layout.partsOf(blobId)))
    .catch((error: unknown) => fail(error, blobId));
  return { sizeBytes, storedAt: path.mtimeMs };
}

/** The pieces of a blob, in order and without gaps. */
export async function segmentsOf(layout: BlobLayout, blobId: string): Promise<readonly Segment[]> {
  return findSegments(layout, blobId).catch(async (error: unknown) => {
    throw await storeFault(layout, error);
  });
}

async function findSegments(layout: BlobLayout, blobId: string): Promise<readonly Segment[]> {
  const bytes = await readPacked(layout, blobId).catch((error: unknown) => fail(error, blobId));
  if (bytes !== null) return [{ bytes, offset: 0, sizeBytes: bytes.length }];
  const files = await filesOf(layout, blobId);
  requireGapless(files, blobId);
  return files;
}

async function filesOf(layout: BlobLayout, blobId: string): Promise<readonly FileSegment[]> {
  const file = layout.fileOf(blobId);
  try {
    return [{ file, offset: 0, sizeBytes: (await stat(file)).size }];
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') fail(error, blobId);
  }
  const directory = layout.partsOf(blobId);
  const names = await readdir(directory).catch((error: unknown) => fail(error, blobId));
  const segments: FileSegment[] = [];
  for (const name of names.sort()) {
    const part = join(directory, name);
    const { size: sizeBytes } = await stat(part).catch((error: unknown) => fail(error, blobId));
    segments.push({ file: part, offset: Number(name), sizeBytes });
  }
  return segments;
}

function requireGapless(segments: readonly FileSegment[], blobId: string): void {
  let expected = 0;
  for (const { offset, sizeBytes } of segments) {
    if (offset !== expected) fail(new DamagedOnDisk(`Bytes from offset ${expected} are missing.`), blobId);
    expected += sizeBytes;
  }
}

function fail(error: unknown, blobId: string): never {
  throw asReadError(error, blobId);
}

function overlaps({ offset, sizeBytes }: Segment, { start, end }: ByteRange): boolean {
  return offset <= end && offset + sizeBytes > start;
}

/** Opens each file only when its turn comes, so that an unread stream holds nothing open. */
async function* readSegments(
  layout: BlobLayout,
  blobId: string,
  segments: readonly Segment[],
  range: ByteRange,
  bufferFor: (bytes: number) => Buffer = freshBuffer,
): AsyncGenerator<Uint8Array> {
  try {
    for (const segment of segments.filter((each) => overlaps(each, range))) {
      const from = Math.max(range.start - segment.offset, 0);
      const to = Math.min(range.end - segment.offset, segment.sizeBytes - 1);
      if ('bytes' in segment) yield segment.bytes.subarray(from, to + 1);
      else yield* readFile(segment.file, from, to, bufferFor);
    }
  } catch (error) {
    throw await storeFault(layout, asReadError(error, blobId));
  }
}

async function* readFile(
  file: string,
  from: number,
  to: number,
  bufferFor: (bytes: number) => Buffer,
): AsyncGenerator<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    yield* readRange(handle, from, to, bufferFor);
  } finally {
    await handle.close();
  }
}

function freshBuffer(bytes: number): Buffer {
  return Buffer.allocUnsafe(Math.min(chunkBytes, bytes));
}

/** Reads the next piece while the caller processes the previous one. */
async function* readRange(
  handle: FileHandle,
  from: number,
  to: number,
  bufferFor: (bytes: number) => Buffer,
): AsyncGenerator<Uint8Array> {
  const ahead = (position: number): Promise<Uint8Array> => {
    const bytes = readAt(handle, position, bufferFor(to - position + 1), to);
    // The failure is reported when the piece is awaited, which may be much later.
    bytes.catch(() => undefined);
    return bytes;
  };
  let next = ahead(from);
  try {
    for (let position = from; position <= to; ) {
      const bytes = await next;
      position += bytes.length;
      if (position <= to) next = ahead(position);
      yield bytes;
    }
  } finally {
    // Never close the file during a read.
    await Promise.allSettled([next]);
  }
}

async function readAt(handle: FileHandle, position: number, buffer: Buffer, to: number): Promise<Uint8Array> {
  const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, to - position + 1), position);
  if (bytesRead === 0) throw new DamagedOnDisk('A blob is truncated on disk.');
  return buffer.subarray(0, bytesRead);
}
