import { nameKey } from '../../../../contract/rules/names.ts';
import type { ItemKind, ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { VersionRecord } from '../../../ports/metadata/items/versions.ts';
import type { MetadataWrites } from '../../../ports/metadata-store.ts';
import { changeIn } from '../../change/change.ts';
import { endSessionsWithoutAccess } from '../../change/end-sessions.ts';
import { treesOf } from '../../change/scope.ts';
import type { Caller, Service } from '../../service.ts';
import { endWebhooksBelow, endWebhooksOn } from '../../streams/webhooks/deliveries/farewell.ts';
import {
  notifyRemoval,
  notifyVersionRemoval,
  type RemovalMoment,
  type Remover,
} from '../../streams/webhooks/deliveries/notify-removal.ts';
import { deletionBlocker, deletionBlockerBelow, refuseKept } from './removable.ts';
import { requireTrashed } from './trashed-item.ts';

/** Permanently deletes a file from the trash. */
export async function purgeFile(service: Service, caller: Caller, fileId: string): Promise<void> {
  await purge(service, caller, 'file', fileId);
}

/** Permanently deletes a folder from the trash, with everything below it. */
export async function purgeFolder(service: Service, caller: Caller, folderId: string): Promise<void> {
  await purge(service, caller, 'folder', folderId);
}

/** Permanently deletes a web link from the trash. */
export async function purgeWebLink(service: Service, caller: Caller, webLinkId: string): Promise<void> {
  await purge(service, caller, 'web_link', webLinkId);
}

async function purge(service: Service, caller: Caller, kind: ItemKind, itemId: string): Promise<void> {
  await changeIn(service, caller, treesOf(caller, itemId), async (change) => {
    const { item } = await requireTrashed(change.tx, caller, kind, itemId, 'configure');
    await removeForGood(change, item);
  });
}

/** Maximum items removed in one transaction: larger folders are purged in steps. */
const itemsAtOnce = 1000;

/** Likewise versions. */
export const versionsAtOnce = 1000;

/**
 * Deletes an item and everything below it, with versions and collaborations, and frees the space. Blobs without references are
 * recorded and deleted after the commit, never before their last row. Items that were trashed separately stay in the trash.
 * @throws Refusal `forbidden_by_policy` if a legal hold or a retention keeps any of it; then nothing is deleted.
 */
export async function removeForGood(removal: RemovalMoment, item: ItemRecord): Promise<void> {
  refuseKept(await deletionBlockerBelow(removal, item));
  await removeOrBegin(removal, item, 'person');
}

/** The same for a job, which skips items that have to stay. Returns whether the item was deleted. */
export async function removeUnlessKept(removal: RemovalMoment, item: ItemRecord): Promise<boolean> {
  if ((await deletionBlockerBelow(removal, item)) !== null) return false;
  await removeOrBegin(removal, item, 'job');
  return true;
}

/**
 * A small tree is deleted at once. Of a large one only the top is deleted now, and its content is recorded for a later purge: the
 * transaction stays short, everything below is invisible at once, and a crash loses nothing that is still to be done. A file with very many
 * versions becomes the content of a deleted folder.
 */
async function removeOrBegin(removal: RemovalMoment, item: ItemRecord, by: Remover): Promise<void> {
  const { tx } = removal;
  await notifyRemoval(removal, item, by);
  const content = await smallContentOf(tx, item);
  if (content !== null) {
    await removeContent(removal, item.ownerId, content);
  } else if (item.kind === 'folder') {
    await endWebhooksBelow(removal, item.id);
    await removeContent(removal, item.ownerId, { items: [item], versions: [] });
    await tx.purges.add([{ folderId: item.id, ownerId: item.ownerId }]);
  } else {
    const folderId = await tx.allocateId();
    await removeSharing(removal, [item.id]);
    await tx.items.update({ ...item, parentId: folderId, trashedAt: null, trashedBy: null }, nameKey(item.name));
    await tx.purges.add([{ folderId, ownerId: item.ownerId }]);
  }
  await endSessionsWithoutAccess(tx, item.ownerId);
}

/** Deletes a past version of a file unless it has to stay, for a job. Returns whether it was deleted. */
export async function removeVersionUnlessKept(
  removal: RemovalMoment,
  { version, file }: { readonly version: VersionRecord; readonly file: ItemRecord },
): Promise<boolean> {
  if ((await deletionBlocker(removal, [version])) !== null) return false;
  await notifyVersionRemoval(removal, file, version);
  await removeVersions(removal.tx, file.ownerId, [version]);
  return true;
}

/** Items, and every version of the files among them. */
export interface Content {
  readonly items: readonly ItemRecord[];
  readonly versions: readonly VersionRecord[];
}

/** All content of an item; null if it is too much for one transaction. */
async function smallContentOf(tx: MetadataWrites, item: ItemRecord): Promise<Content | null> {
  if ((await tx.trees.measure(item.id, itemsAtOnce + 1)).items > itemsAtOnce) return null;
  const items = [item, ...(item.kind === 'folder' ? await tx.items.descendants(item.id) : [])];
  const counts = await tx.versions.countOfFiles(filesAmong(items));
  if ([...counts.values()].reduce((sum, count) => sum + count, 0) > versionsAtOnce) return null;
  return { items, versions: await tx.versions.listOfFiles(filesAmong(items)) };
}

/** The ids of the files among these items. */
export const filesAmong = (items: readonly ItemRecord[]): readonly string[] =>
  items.filter(({ kind }) => kind === 'file').map(({ id }) => id);

/** Deletes items and their versions; the caller handles the content of folders among them. */
export async function removeContent(
  removal: Pick<RemovalMoment, 'tx' | 'now'>,
  ownerId: string,
  { items, versions }: Content,
): Promise<void> {
  const { tx } = removal;
  const ids = items.map(({ id }) => id);
  await removeSharing(removal, ids);
  await removeVersions(tx, ownerId, versions);
  await tx.items.delete(ids);
}

/** Everything by which others reach items, and what happens to them. */
async function removeSharing(removal: Pick<RemovalMoment, 'tx' | 'now'>, ids: readonly string[]): Promise<void> {
  const { tx } = removal;
  await endWebhooksOn(removal, ids);
  await tx.collaborations.deleteOfItems(ids);
  await tx.shownNames.deleteOfItems(ids);
  await tx.sharedLinks.deleteOfItems(ids);
  await tx.fileRequests.deleteOfFolders(ids);
  await tx.retention.forgetExtensions(ids);
}

/** The only place that deletes versions. */
async function removeVersions(tx: MetadataWrites, ownerId: string, versions: readonly VersionRecord[]): Promise<void> {
  const ids = versions.map(({ id }) => id);
  await tx.retention.forgetVersions(ids);
  await tx.versions.delete(ids);
  await tx.users.addSpaceUsed(ownerId, -versions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  await tx.blobs.release(versions.map(({ blobId }) => blobId));
}
