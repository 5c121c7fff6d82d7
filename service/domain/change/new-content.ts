import { nameKey } from '../../../contract/names.ts';
import type { FileRecord } from '../../ports/metadata/items.ts';
import type { VersionRecord } from '../../ports/metadata/versions.ts';
import type { ItemView } from '../access/item-access.ts';
import { requireUnlocked } from '../access/locks.ts';
import { requireFreeName } from '../access/names.ts';
import { requireFileSize, requireSpace } from '../access/room.ts';
import { settleShownNames } from '../access/settle-shown-names.ts';
import { ownName } from '../access/shown-name.ts';
import { audienceOf, inRootsOf } from './audience.ts';
import { type Change, changed, emitItemEvent } from './change.ts';
import { type Place, sizedFolders } from './place.ts';

/** A content that is on disk and flushed, with the dates that the uploader gave it (milliseconds since the epoch). */
export interface NewContent {
  readonly blobId: string;
  readonly sha1: string;
  readonly sizeBytes: number;
  readonly contentCreatedAt: number | undefined;
  readonly contentModifiedAt: number | undefined;
  /** What a new file is described with; absent: with nothing. */
  readonly description?: string;
}

/** Makes a file of a content: rows, sizes, event. The name must be free; the owner of the folder must have the room. */
export async function addFile(
  change: Change,
  place: Place,
  name: string,
  content: NewContent,
): Promise<ItemView<FileRecord>> {
  const { tx, now, caller } = change;
  const { folder, ancestors, access } = place;
  await requireFreeName(tx, { folder, name, kind: 'file' });
  requireFileSize(change.service.settings, caller.user, content.sizeBytes);
  await requireSpace(tx, folder.ownerId, content.sizeBytes);
  const [id, versionId] = await tx.allocatePair();
  const item: FileRecord = {
    kind: 'file',
    id,
    ownerId: folder.ownerId,
    parentId: folder.id,
    name,
    description: content.description ?? '',
    etag: 0,
    sequenceId: 0,
    sizeBytes: content.sizeBytes,
    tags: [],
    createdAt: now,
    modifiedAt: now,
    contentCreatedAt: content.contentCreatedAt ?? content.contentModifiedAt ?? now,
    contentModifiedAt: content.contentModifiedAt ?? now,
    createdBy: caller.user.id,
    modifiedBy: caller.user.id,
    trashedAt: null,
    trashedBy: null,
    versionId,
    versionNumber: 1,
    sha1: content.sha1,
    uploaderDisplayName: caller.user.name,
    lock: null,
  };
  await tx.items.insert(item, nameKey(name));
  await tx.versions.insert(versionOf(change, item, content.blobId));
  await tx.items.addSize(sizedFolders(ancestors), item.sizeBytes);
  await tx.users.addSpaceUsed(item.ownerId, item.sizeBytes);
  await emitItemEvent(change, 'ITEM_UPLOAD', item, ancestors);
  return { item, ancestors, access };
}

/** Puts a new version on top of a file, and renames the file when `wantedName` differs. */
export async function addVersion(
  change: Change,
  view: ItemView<FileRecord>,
  wantedName: string,
  content: NewContent,
  eventType: 'ITEM_UPLOAD' | 'ITEM_MAKE_CURRENT_VERSION' = 'ITEM_UPLOAD',
): Promise<ItemView<FileRecord>> {
  const { tx, now } = change;
  const { item: before, ancestors, access } = view;
  const name = ownName(view, wantedName);
  requireUnlocked(before, change);
  if (eventType === 'ITEM_UPLOAD') requireFileSize(change.service.settings, change.caller.user, content.sizeBytes);
  await requireSpace(tx, before.ownerId, content.sizeBytes);
  const item: FileRecord = {
    ...changed(before, change),
    name,
    sizeBytes: content.sizeBytes,
    sha1: content.sha1,
    versionId: await tx.allocateId(),
    versionNumber: before.versionNumber + 1,
    uploaderDisplayName: change.caller.user.name,
    contentCreatedAt: content.contentCreatedAt ?? before.contentCreatedAt,
    contentModifiedAt: content.contentModifiedAt ?? now,
  };
  await tx.versions.insert(versionOf(change, item, content.blobId));
  await tx.items.update(item, nameKey(name));
  await tx.items.addSize(sizedFolders(ancestors), item.sizeBytes - before.sizeBytes);
  await tx.users.addSpaceUsed(item.ownerId, item.sizeBytes);
  await emitItemEvent(change, eventType, item, ancestors);
  if (name !== before.name) {
    await settleShownNames(tx, inRootsOf(await audienceOf(tx, item, ancestors), item), item.id);
  }
  return { item, ancestors, access };
}

/** The row of the version that is current in `item`. */
function versionOf({ caller, now }: Change, item: FileRecord, blobId: string): VersionRecord {
  return {
    id: item.versionId,
    fileId: item.id,
    number: item.versionNumber,
    blobId,
    sha1: item.sha1,
    sizeBytes: item.sizeBytes,
    name: item.name,
    createdAt: now,
    modifiedAt: now,
    modifiedBy: caller.user.id,
    contentCreatedAt: item.contentCreatedAt,
    contentModifiedAt: item.contentModifiedAt,
    uploaderDisplayName: item.uploaderDisplayName,
    trashedAt: null,
    trashedBy: null,
    restoredAt: null,
    restoredBy: null,
  };
}
