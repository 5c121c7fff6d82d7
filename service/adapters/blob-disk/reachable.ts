import { access, constants } from 'node:fs/promises';
import { BlobMissing, BlobStoreUnavailable, BlobUnreadable } from '../../ports/blob-store.ts';
import type { BlobLayout } from './layout.ts';

/** True if the folder of a store is reachable: not that of an unmounted or failing disk, for example. */
export async function isReachable({ incoming }: BlobLayout, mode: number): Promise<boolean> {
  return access(incoming, mode).then(
    () => true,
    () => false,
  );
}

/** The error of one blob, unless the folder of the store can't be read: then no blob is lost or damaged, but all are unavailable. */
export async function storeFault(layout: BlobLayout, error: unknown): Promise<unknown> {
  if (!(error instanceof BlobMissing || error instanceof BlobUnreadable)) return error;
  // A store may be a backup on a read-only disk.
  return (await isReachable(layout, constants.R_OK)) ? error : new BlobStoreUnavailable(error.cause, layout.root);
}
