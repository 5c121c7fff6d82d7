import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredBlob } from '../../ports/blob-store.ts';
import { asBlobError, codeOf, DamagedOnDisk } from './disk-errors.ts';
import { type BlobLayout, incomingName } from './layout.ts';
import { storeFault } from './reachable.ts';
import { writeFlushed } from './write-flushed.ts';

/*
 * A pack is one file with many small blobs that were stored together: one file and one flush instead of hundreds.
 *
 *   8 bytes   "tandem01"
 *   4         number of blobs
 *   8         time of storage, milliseconds since the epoch (a double)
 *   12 each   offset of a blob, its size, and 1 while it exists (0: deleted)
 *   ...       the blobs
 *
 * Numbers are little-endian. A blob's id is the id of its pack (28 digits) and its number in it (4 digits). See delete-packed.ts for
 * deletions.
 */

const magic = Buffer.from('tandem01');
const headBytes = 20;
const entryBytes = 12;
const idDigits = 28;

export const packSuffix = '.pack';

/** Blobs that one pack may hold: four hexadecimal digits. */
const contentsPerPack = 0xffff;

/** The position of one blob in its pack; `flagAt` is the offset of its deletion flag. */
export interface PackedEntry {
  readonly blobId: string;
  readonly file: string;
  readonly offset: number;
  readonly sizeBytes: number;
  readonly flagAt: number;
  readonly isDeleted: boolean;
  readonly storedAt: number;
}

/** Writes blobs as one pack and flushes it. Either all of them are stored or none. */
export async function writePack(layout: BlobLayout, contents: readonly Uint8Array[]): Promise<readonly StoredBlob[]> {
  if (contents.length === 0) return [];
  if (contents.length > contentsPerPack) throw new Error(`A pack cannot hold ${contents.length} blobs.`);
  const packId = layout.newBlobId().slice(0, idDigits);
  const temporary = join(layout.incoming, incomingName(packId));
  const file = packFile(layout, packId);
  try {
    await layout.requireRoom();
    await writeFlushed(temporary, Buffer.concat([tableOf(contents), ...contents]));
    await rename(temporary, file);
    await layout.flushDirectory(layout.shardOf(packId));
  } catch (error) {
    await rm(temporary, { force: true });
    // The ids have not been handed out yet.
    await rm(file, { force: true });
    throw await storeFault(layout, asBlobError(error, packId));
  }
  return contents.map((bytes, index) => ({
    blobId: packId + index.toString(16).padStart(4, '0'),
    sha1: createHash('sha1').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
  }));
}

/** Reads a whole packed blob, since it is small; null when no pack contains it. */
export async function readPacked(layout: BlobLayout, blobId: string): Promise<Buffer | null> {
  return inPack(layout, blobId, async (handle, { offset, sizeBytes, flagAt, isDeleted }) => {
    if (isDeleted) return null;
    const bytes = await readBytes(handle, offset, sizeBytes);
    // A deletion sets the flag first and overwrites the bytes afterwards.
    return (await readBytes(handle, flagAt, 4)).readUInt32LE(0) === 1 ? bytes : null;
  });
}

async function inPack<T>(
  layout: BlobLayout,
  blobId: string,
  work: (handle: FileHandle, entry: PackedEntry) => Promise<T>,
): Promise<T | null> {
  const file = packFile(layout, packIdOf(blobId));
  const handle = await openPack(file, 'r');
  if (handle === null) return null;
  try {
    const index = Number.parseInt(blobId.slice(idDigits), 16);
    // Reads the header and the table up to this blob in one call, which is cheaper than two.
    const table = Buffer.alloc(headBytes + (index + 1) * entryBytes);
    const { bytesRead } = await handle.read(table, 0, table.length, 0);
    const { count, storedAt } = headOf(table.subarray(0, bytesRead));
    if (index >= count) return null;
    if (bytesRead < table.length) throw new DamagedOnDisk('A blob pack is truncated on disk.');
    const entry = entryOf({ blobId, file, storedAt }, table.subarray(headBytes + index * entryBytes), index);
    return await work(handle, entry);
  } finally {
    await handle.close();
  }
}

/** Lists the blobs of a pack; empty when the pack has been removed. */
export async function listPack(layout: BlobLayout, name: string): Promise<readonly PackedEntry[]> {
  const packId = name.slice(0, -packSuffix.length);
  const file = packFile(layout, packId);
  const handle = await openPack(file, 'r');
  if (handle === null) return [];
  try {
    return entriesIn(await readTable(handle), { packId, file }).filter(({ isDeleted }) => !isDeleted);
  } finally {
    await handle.close();
  }
}

/** The head and the table of a pack. */
export async function readTable(handle: FileHandle): Promise<Buffer> {
  const { count } = headOf(await readBytes(handle, 0, headBytes));
  return readBytes(handle, 0, headBytes + count * entryBytes);
}

/** The blobs of a table, deleted ones included. */
export function entriesIn(
  table: Buffer,
  { packId, file }: { readonly packId: string; readonly file: string },
): readonly PackedEntry[] {
  const { count, storedAt } = headOf(table);
  return Array.from({ length: count }, (_, index) => {
    const blobId = packId + index.toString(16).padStart(4, '0');
    return entryOf({ blobId, file, storedAt }, table.subarray(headBytes + index * entryBytes), index);
  });
}

/** The id of the pack that a blob is in, if it is in any. */
export function packIdOf(blobId: string): string {
  return blobId.slice(0, idDigits);
}

export function packFile(layout: BlobLayout, packId: string): string {
  return join(layout.shardOf(packId), packId + packSuffix);
}

function tableOf(contents: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(headBytes + contents.length * entryBytes);
  magic.copy(head);
  head.writeUInt32LE(contents.length, 8);
  head.writeDoubleLE(Date.now(), 12);
  let offset = head.length;
  contents.forEach(({ length }, index) => {
    const at = headBytes + index * entryBytes;
    head.writeUInt32LE(offset, at);
    head.writeUInt32LE(length, at + 4);
    head.writeUInt32LE(1, at + 8);
    offset += length;
  });
  return head;
}

/** Null when the pack does not exist. */
export async function openPack(file: string, flags: 'r' | 'r+'): Promise<FileHandle | null> {
  return open(file, flags).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
}

type Head = { readonly count: number; readonly storedAt: number };

function headOf(head: Buffer): Head {
  const isWhole = head.length >= headBytes && head.subarray(0, magic.length).equals(magic);
  if (!isWhole) throw new DamagedOnDisk('A blob pack is damaged on disk.');
  return { count: head.readUInt32LE(8), storedAt: head.readDoubleLE(12) };
}

/** @throws DamagedOnDisk if the file ends before. */
export async function readBytes(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new DamagedOnDisk('A blob pack is truncated on disk.');
  return buffer;
}

type Known = Pick<PackedEntry, 'blobId' | 'file' | 'storedAt'>;

function entryOf(known: Known, entry: Buffer, index: number): PackedEntry {
  const flagAt = headBytes + index * entryBytes + 8;
  const isDeleted = entry.readUInt32LE(8) !== 1;
  return { ...known, offset: entry.readUInt32LE(0), sizeBytes: entry.readUInt32LE(4), flagAt, isDeleted };
}
