import { nameKey } from '../../../../contract/rules/names.ts';
import type { FileRecord, FolderRecord } from '../../../ports/metadata/items/items.ts';
import type { VersionRecord } from '../../../ports/metadata/items/versions.ts';
import type { Room } from '../../../ports/metadata/people/users.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { type ItemView, requireRight } from '../../access/item-access.ts';
import { requireUnlocked } from '../../access/locks.ts';
import { requireFreeName } from '../../access/names.ts';
import { requireFileSize, requireRoom, requireSpace } from '../../access/room.ts';
import { settleShownNames } from '../../access/settle-shown-names.ts';
import { ownName } from '../../access/shown-name.ts';
import type { ContentAttributes } from '../../kernel/uploads/content-attributes.ts';
import { together } from '../../kernel/work/together.ts';
import { type Change, changed, emitItemEvent, type Surroundings } from '../change.ts';
import { audienceOf, inRootsOf } from '../events/audience.ts';
import { namesOf } from '../item-differences.ts';
import { type Place, parentOf, sizedFolders } from '../place.ts';
import { freshItem } from './fresh-item.ts';

/** Stored and flushed content, with the attributes from the uploader. */
export interface NewContent extends ContentAttributes {
  readonly blobId: string;
  readonly sha1: string;
  readonly sizeBytes: number;
}

/**
 * Creates a file from stored content: rows, sizes, event. The name must be free, and the owner of the folder must have the space.
 */
export async function addFile(
  change: Change,
  place: Place,
  name: string,
  content: NewContent,
): Promise<ItemView<FileRecord>> {
  const view = await insertFile(change, place, name, content);
  await announceFile(change, place, view.item);
  return view;
}

/** The second half of `addFile`, beside which the new file may be read: sizes, event. */
export async function announceFile(change: Change, place: Place, item: FileRecord): Promise<void> {
  await together([
    emitItemEvent(change, 'ITEM_UPLOAD', item, place.ancestors),
    addSizes(change, place, item.sizeBytes),
  ]);
}

/** One of several new files. */
interface FileAmong {
  /** The free space of the owner before all of them, and the bytes of those before this one. */
  readonly room: Room | null;
  readonly pendingBytes: number;
  readonly surroundings: Surroundings;
  /** Ids of the file and its version, taken for all of them at once. */
  readonly ids: readonly [string, string] | undefined;
}

/** Creates a file without updating the totals of its folders and its owner. Writes nothing when it refuses. */
export async function makeFile(
  change: Change,
  place: Place,
  name: string,
  content: NewContent,
  { room, pendingBytes, surroundings, ids }: FileAmong,
): Promise<ItemView<FileRecord>> {
  const { tx, service, caller } = change;
  await requireFreeName(tx, { folder: place.folder, name, kind: 'file' });
  requireFileSize(service.settings, caller.user, content.sizeBytes);
  requireRoom(room, pendingBytes + content.sizeBytes);
  const view = await insertRows(change, place, name, content, ids ?? (await tx.allocatePair()));
  await emitItemEvent(change, 'ITEM_UPLOAD', view.item, place.ancestors, { surroundings });
  return view;
}

/** The first half of `addFile`: the rows. */
export async function insertFile(
  change: Change,
  place: Place,
  name: string,
  content: NewContent,
): Promise<ItemView<FileRecord>> {
  const { tx, service, caller } = change;
  const requireSize = async () => {
    requireFileSize(service.settings, caller.user, content.sizeBytes);
    await requireSpace(tx, place.folder.ownerId, content.sizeBytes);
  };
  const [, , ids] = await together([
    requireFreeName(tx, { folder: place.folder, name, kind: 'file' }),
    requireSize(),
    tx.allocatePair(),
  ]);
  return insertRows(change, place, name, content, ids);
}

async function insertRows(
  change: Change,
  { folder, ancestors, access }: Place,
  name: string,
  content: NewContent,
  ids: readonly [string, string],
): Promise<ItemView<FileRecord>> {
  const item = fileRecord(change, folder, name, content, ids);
  await change.tx.versions.insertFirst(item, nameKey(name), versionOf(change, item, content.blobId));
  return { item, ancestors, access };
}

/** Adds the bytes of new files to the totals of their parent folders and their owner. */
export async function addSizes({ tx }: Change, { folder, ancestors }: Place, bytes: number): Promise<void> {
  await together([tx.items.addSize(sizedFolders(ancestors), bytes), tx.users.addSpaceUsed(folder.ownerId, bytes)]);
}

function fileRecord(
  { now, caller }: Change,
  folder: FolderRecord,
  name: string,
  content: NewContent,
  [id, versionId]: readonly [string, string],
): FileRecord {
  const { id: userId, name: uploaderDisplayName } = caller.user;
  return {
    ...freshItem({ id, ownerId: folder.ownerId, parentId: folder.id, name, userId, at: now }),
    kind: 'file',
    description: content.description ?? '',
    sizeBytes: content.sizeBytes,
    contentCreatedAt: content.contentCreatedAt ?? content.contentModifiedAt ?? now,
    contentModifiedAt: content.contentModifiedAt ?? now,
    versionId,
    versionNumber: 1,
    sha1: content.sha1,
    uploaderDisplayName,
    lock: null,
  };
}

type VersionEvent = 'ITEM_UPLOAD' | 'ITEM_MAKE_CURRENT_VERSION';

/**
 * Adds a new version to a file, and renames the file if `wantedName` differs.
 * @throws Refusal `item_name_in_use` if another item has the new name, `access_denied_insufficient_permissions` if the caller may not
 * rename the file.
 */
export async function addVersion(
  change: Change,
  view: ItemView<FileRecord>,
  wantedName: string,
  content: NewContent,
  eventType: VersionEvent = 'ITEM_UPLOAD',
): Promise<ItemView<FileRecord>> {
  const next = await insertVersion(change, view, wantedName, content, eventType);
  await announceVersion(change, view.item, next, eventType);
  return next;
}

/** The first half of `addVersion`: the checks, and the row of the version. */
export async function insertVersion(
  change: Change,
  view: ItemView<FileRecord>,
  wantedName: string,
  content: NewContent,
  eventType: VersionEvent = 'ITEM_UPLOAD',
): Promise<ItemView<FileRecord>> {
  const { tx, now } = change;
  const { item: before } = view;
  const name = ownName(view, wantedName);
  const requireWritable = async () => {
    requireUnlocked(before, change);
    if (eventType === 'ITEM_UPLOAD') requireFileSize(change.service.settings, change.caller.user, content.sizeBytes);
    await requireSpace(tx, before.ownerId, content.sizeBytes);
  };
  const { description = before.description } = content;
  if (description !== before.description) requireRight(view, 'organise');
  const [, , versionId] = await together([requireRename(tx, view, name), requireWritable(), tx.allocateId()]);
  const item: FileRecord = {
    ...changed(before, change),
    name,
    description,
    sizeBytes: content.sizeBytes,
    sha1: content.sha1,
    versionId,
    versionNumber: before.versionNumber + 1,
    uploaderDisplayName: change.caller.user.name,
    contentCreatedAt: content.contentCreatedAt ?? before.contentCreatedAt,
    contentModifiedAt: content.contentModifiedAt ?? now,
  };
  await tx.versions.insert(versionOf(change, item, content.blobId));
  return { ...view, item };
}

/** The second half of `addVersion`, beside which the file may be read: its row, sizes, event. */
export async function announceVersion(
  change: Change,
  before: FileRecord,
  { item, ancestors }: ItemView<FileRecord>,
  eventType: VersionEvent = 'ITEM_UPLOAD',
): Promise<void> {
  const { tx } = change;
  const [audience] = await together([
    item.name === before.name ? null : audienceOf(tx, item, ancestors),
    tx.items.update(item, nameKey(item.name)),
    tx.items.addSize(sizedFolders(ancestors), item.sizeBytes - before.sizeBytes),
    tx.users.addSpaceUsed(item.ownerId, item.sizeBytes),
    emitItemEvent(change, eventType, item, ancestors, namesOf(before, item)),
  ]);
  if (audience) await settleShownNames(tx, inRootsOf(audience, item));
}

/** A version with another name renames its file: that takes the right to rename, and the name must be free in the folder. */
export async function requireRename(reads: MetadataReads, view: ItemView<FileRecord>, name: string): Promise<void> {
  if (name === view.item.name) return;
  requireRight(view, 'organise');
  await requireFreeName(reads, { folder: parentOf(view), name, kind: 'file', itemId: view.item.id });
}

/** The version row of the item's current content. */
function versionOf({ caller, now, termStart }: Change, item: FileRecord, blobId: string): VersionRecord {
  return {
    id: item.versionId,
    fileId: item.id,
    number: item.versionNumber,
    blobId,
    sha1: item.sha1,
    sizeBytes: item.sizeBytes,
    name: item.name,
    // Retentions begin here.
    createdAt: termStart,
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
