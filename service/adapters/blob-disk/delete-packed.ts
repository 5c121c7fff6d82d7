import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlobLayout, incomingName } from './layout.ts';
import { entriesIn, openPack, type PackedEntry, packFile, readBytes, readTable } from './pack.ts';

/** A smaller pack is not worth writing again, in bytes. */
const leastBytes = 64 * 1024;

/**
 * Deletes blobs from a pack: the whole file once nothing else is left in it. Whenever the rest is less than half of what it was, the pack
 * is written again with holes in place of the deleted blobs, so that the disk gets the space back. Otherwise flags and bytes are overwritten
 * in place. Returns false if there is no such pack.
 *
 * A flagged blob may still have its bytes if an earlier deletion was interrupted, so repeating a deletion completes it.
 */
export async function deletePacked(layout: BlobLayout, packId: string, blobIds: readonly string[]): Promise<boolean> {
  const file = packFile(layout, packId);
  const handle = await openPack(file, 'r+');
  if (handle === null) return false;
  try {
    const table = await readTable(handle);
    const entries = entriesIn(table, { packId, file });
    const unwanted = new Set(blobIds);
    const going = entries.filter(({ blobId }) => unwanted.has(blobId));
    const staying = entries.filter(({ blobId, isDeleted }) => !isDeleted && !unwanted.has(blobId));
    if (staying.length === 0) {
      await rm(file, { force: true });
    } else if (!isHalved(entries, staying) || !(await rewritten(layout, { handle, table, file, going, staying }))) {
      for (const { flagAt } of going) await handle.write(Buffer.alloc(4), 0, 4, flagAt);
      for (const { sizeBytes, offset } of going) await handle.write(Buffer.alloc(sizeBytes), 0, sizeBytes, offset);
      await handle.datasync();
    }
    return true;
  } finally {
    await handle.close();
  }
}

/** True if the rest falls below a half, a quarter, and so on of the pack: so all rewrites together cost less than the pack did. */
function isHalved(entries: readonly PackedEntry[], staying: readonly PackedEntry[]): boolean {
  // NTFS has holes only in files that are marked for them, which Node cannot do.
  if (process.platform === 'win32') return false;
  const all = bytesOf(entries);
  const before = bytesOf(entries.filter(({ isDeleted }) => !isDeleted));
  const halvings = (bytes: number) => Math.floor(Math.log2(all / Math.max(bytes, 1)));
  return all >= leastBytes && halvings(bytesOf(staying)) > halvings(before);
}

const bytesOf = (entries: readonly PackedEntry[]): number => entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

interface Rewrite {
  readonly handle: FileHandle;
  /** The head and the table of the pack. */
  readonly table: Buffer;
  readonly file: string;
  readonly going: readonly PackedEntry[];
  readonly staying: readonly PackedEntry[];
}

/**
 * Replaces a pack in one step, with everything that stays at its offset. Readers that opened the old file finish with it. Another process
 * that deletes from the old file at this moment loses its deletion, and that blob becomes an orphan. False if there is no room for it.
 */
async function rewritten(layout: BlobLayout, rewrite: Rewrite): Promise<boolean> {
  const temporary = join(layout.incoming, incomingName('pack'));
  try {
    await writeSparse(temporary, rewrite);
    await rename(temporary, rewrite.file);
    return true;
  } catch {
    await rm(temporary, { force: true });
    return false;
  }
}

async function writeSparse(temporary: string, { handle, table, going, staying }: Rewrite): Promise<void> {
  const target = await open(temporary, 'wx');
  try {
    await target.truncate((await handle.stat()).size);
    const flags = Buffer.from(table);
    for (const { flagAt } of going) flags.writeUInt32LE(0, flagAt);
    await target.write(flags, 0, flags.length, 0);
    for (const { offset, sizeBytes } of staying) {
      await target.write(await readBytes(handle, offset, sizeBytes), 0, sizeBytes, offset);
    }
    await target.sync();
  } finally {
    await target.close();
  }
}
