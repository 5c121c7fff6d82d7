import type { ItemKind, ItemRecord } from '../../ports/metadata/items.ts';
import type { VersionRecord } from '../../ports/metadata/versions.ts';
import type { MetadataWrites } from '../../ports/metadata-store.ts';
import { change } from '../change/change.ts';
import type { Caller, Service } from '../service.ts';
import { endWebhooksOn } from '../webhooks/farewell.ts';
import { type RemovalMoment, tellRemoval } from '../webhooks/tell-removal.ts';
import { refuseKept, whatKeeps, whatKeepsBelow } from './removable.ts';
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
  await change(service, caller, async ({ tx, now }) => {
    const { item } = await requireTrashed(tx, caller, kind, itemId);
    await removeForGood({ service, tx, now }, item);
  });
}

/** Items that one transaction removes as a rule: a folder with more below goes in steps. */
const itemsAtOnce = 1000;

/**
 * Removes an item and all below it with their versions and collaborations, and gives the space back. Contents that
 * nothing names any more are noted and deleted after the commit: never before the last row that names them is gone.
 * What was trashed out of the folder on its own stays in the trash.
 * @throws Refusal `forbidden_by_policy` when a legal hold or a retention keeps any of it: then all of it stays.
 */
export async function removeForGood(removal: RemovalMoment, item: ItemRecord): Promise<void> {
  refuseKept(await whatKeepsBelow(removal, item.id));
  await removeOrBegin(removal, item);
}

/** The same for a job: what must be kept is passed over. Tells whether the item is gone. */
export async function removeUnlessKept(removal: RemovalMoment, item: ItemRecord): Promise<boolean> {
  if ((await whatKeepsBelow(removal, item.id)) !== null) return false;
  await removeOrBegin(removal, item);
  return true;
}

/**
 * Few items go at once. Of many only the top goes now, with a note that its content is to follow: nobody waits long for the one
 * transaction, nothing below is to be seen any more from here on, and a crash loses nothing of what is still to do.
 */
async function removeOrBegin(removal: RemovalMoment, item: ItemRecord): Promise<void> {
  const { tx } = removal;
  await tellRemoval(removal, item);
  const { items } = await tx.trees.measure(item.id, itemsAtOnce + 1);
  if (items <= itemsAtOnce) return removeContent(removal, item.ownerId, await contentOf(tx, item));
  await removeContent(removal, item.ownerId, { items: [item], versions: [] });
  await tx.purges.add([{ folderId: item.id, ownerId: item.ownerId }]);
}

/** Removes a version that is not the current one of its file, unless it must be kept. Tells whether it is gone. */
export async function removeVersionUnlessKept(
  removal: RemovalMoment,
  { version, ownerId }: { readonly version: VersionRecord; readonly ownerId: string },
): Promise<boolean> {
  if ((await whatKeeps(removal, [version])) !== null) return false;
  await removeVersions(removal.tx, ownerId, [version]);
  return true;
}

/** Items, and every version of the files among them. */
export interface Content {
  readonly items: readonly ItemRecord[];
  readonly versions: readonly VersionRecord[];
}

/** All of an item that is known to have little below it. */
async function contentOf(tx: MetadataWrites, item: ItemRecord): Promise<Content> {
  const items = [item, ...(item.kind === 'folder' ? await tx.items.descendants(item.id) : [])];
  const files = items.filter(({ kind }) => kind === 'file').map(({ id }) => id);
  return { items, versions: await tx.versions.listOfFiles(files) };
}

/** Removes items and their versions; what is below folders among them is for the caller to know. */
export async function removeContent(
  removal: Omit<RemovalMoment, 'service'>,
  ownerId: string,
  { items, versions }: Content,
): Promise<void> {
  const { tx } = removal;
  const ids = items.map(({ id }) => id);
  await endWebhooksOn(removal, ids);
  await tx.collaborations.deleteOfItems(ids);
  await tx.shownNames.deleteOfItems(ids);
  await tx.sharedLinks.deleteOfItems(ids);
  await tx.fileRequests.deleteOfFolders(ids);
  await tx.retention.forgetExtensions(ids);
  await removeVersions(tx, ownerId, versions);
  await tx.items.delete(ids);
}

/** The only place that deletes versions. */
async function removeVersions(tx: MetadataWrites, ownerId: string, versions: readonly VersionRecord[]): Promise<void> {
  const ids = versions.map(({ id }) => id);
  await tx.retention.forgetVersions(ids);
  await tx.versions.delete(ids);
  await tx.users.addSpaceUsed(ownerId, -versions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  await tx.blobs.release(versions.map(({ blobId }) => blobId));
}
