import { BlobMissing, BlobUnreadable } from '../../../ports/blob-store.ts';
import { contentsIdSetting } from '../../../ports/metadata-store.ts';
import type { Service } from '../../service.ts';

/** True if the blob store is that of the database. False for an empty mount point, for example. Changes nothing. */
export async function ownsContents({ store, blobs }: Pick<Service, 'store' | 'blobs'>): Promise<boolean> {
  const id = await store.read(async (reads) => reads.setting(contentsIdSetting));
  return id !== null && (await blobs.owner()) === id;
}

/** True if a read failed because of this one content. Without its own store, such as on an unmounted disk, the service has lost them all. */
export async function affectsOneContent(service: Pick<Service, 'store' | 'blobs'>, error: unknown): Promise<boolean> {
  return (error instanceof BlobMissing || error instanceof BlobUnreadable) && ownsContents(service);
}
