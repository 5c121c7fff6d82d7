import type { ItemKind, ItemRecord } from '../../ports/metadata/items.ts';
import type { MetadataWrites } from '../../ports/metadata-store.ts';
import { change } from '../change/change.ts';
import type { Caller, Service } from '../service.ts';
import { requireTrashed } from './trashed-item.ts';

/** Deletes a file that is in the trash for good. */
export async function purgeFile(service: Service, caller: Caller, fileId: string): Promise<void> {
  await purge(service, caller, 'file', fileId);
}

/** Deletes a folder that is in the trash for good, with all that is below it. */
export async function purgeFolder(service: Service, caller: Caller, folderId: string): Promise<void> {
  await purge(service, caller, 'folder', folderId);
}

/** Deletes a web link that is in the trash for good. */
export async function purgeWebLink(service: Service, caller: Caller, webLinkId: string): Promise<void> {
  await purge(service, caller, 'web_link', webLinkId);
}

async function purge(service: Service, caller: Caller, kind: ItemKind, itemId: string): Promise<void> {
  await change(service, caller, async ({ tx }) => {
    const { item } = await requireTrashed(tx, caller, kind, itemId);
    await removeForGood(tx, item);
  });
}

/**
 * Removes an item and all below it with their versions and collaborations, and gives the space back. Contents that
 * nothing names any more are noted and deleted after the commit: never before the last row that names them is gone.
 * What was trashed out of the folder on its own stays in the trash.
 */
export async function removeForGood(tx: MetadataWrites, item: ItemRecord): Promise<void> {
  const items = [item, ...(item.kind === 'folder' ? await tx.items.descendants(item.id) : [])];
  const ids = items.map(({ id }) => id);
  const versions = await tx.versions.listOfFiles(items.filter(({ kind }) => kind === 'file').map(({ id }) => id));
  await tx.collaborations.deleteOfItems(ids);
  await tx.sharedLinks.deleteOfItems(ids);
  await tx.fileRequests.deleteOfFolders(ids);
  await tx.versions.delete(versions.map(({ id }) => id));
  await tx.items.delete(ids);
  await tx.users.addSpaceUsed(item.ownerId, -versions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  await tx.blobs.release(versions.map(({ blobId }) => blobId));
}
