import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobStoreUnavailable } from '../../ports/blob-store.ts';
import { diskFaultOf } from '../../ports/disk-fault.ts';
import { asBlobError, codeOf } from './disk-errors.ts';
import type { BlobLayout } from './layout.ts';
import { syncDirectory } from './sync-directory.ts';
import { writeFlushed } from './write-flushed.ts';

const ownerFile = 'owner';

/** The id of the database whose contents the store holds; null while there is none. */
export async function readOwner({ root }: BlobLayout): Promise<string | null> {
  return readFile(join(root, ownerFile), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw diskFaultOf(error) === 'failing' ? new BlobStoreUnavailable(error, root) : error;
  });
}

/** Replaces the id in one step. */
export async function writeOwner({ root }: BlobLayout, id: string): Promise<void> {
  const temporary = join(root, `${ownerFile}.${process.pid}`);
  try {
    await writeFlushed(temporary, id, 'w');
    await rename(temporary, join(root, ownerFile));
    await syncDirectory(root);
  } catch (error) {
    throw asBlobError(error, ownerFile);
  }
}
