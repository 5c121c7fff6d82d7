import { nameKey } from '../../../../contract/names.ts';
import type {
  FileRecord,
  FolderRecord,
  ItemKind,
  ItemRecord,
  ItemRecords,
} from '../../../ports/metadata/items/items.ts';
import type { VersionRecord } from '../../../ports/metadata/items/versions.ts';
import { type ItemView, requireItem, viewOfKind } from '../../access/item-access.ts';
import { downloadRefusal } from '../../access/locks.ts';
import { requireFreeName } from '../../access/names.ts';
import { isUnchanged } from '../../access/preconditions.ts';
import { requireReveal } from '../../access/reveal.ts';
import { requireSpace } from '../../access/room.ts';
import { type Change, emitItemEvent } from '../../change/change.ts';
import { type Place, placeIn, sizedFolders } from '../../change/place.ts';
import { copyInstances } from '../../notes/metadata/copy-instances.ts';
import { assertNever, Refusal } from '../../refusal.ts';
import { requireVersion } from '../versions/require-version.ts';

/** Input of a copy. `versionId` copies a version other than the current one (files only). */
export interface CopyItem<Kind extends ItemKind = ItemKind> {
  readonly kind: Kind;
  readonly itemId: string;
  readonly parentId: string;
  readonly name?: string | undefined;
  readonly versionId?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/**
 * Copies an item and everything below it. The copy shares content with the original; each copied file starts with one version. A
 * single event announces the top of the copy.
 * @throws Refusal `bad_request` for the root.
 */
export async function copyItem<Kind extends ItemKind>(
  change: Change,
  request: CopyItem<Kind>,
): Promise<ItemView<ItemRecords[Kind]> | 'not_modified'> {
  const view = await copiedView(change, request);
  return view === 'not_modified' ? view : viewOfKind(view, request.kind);
}

async function copiedView(change: Change, request: CopyItem): Promise<ItemView | 'not_modified'> {
  const { tx, caller } = change;
  const original = await requireItem(tx, caller, request.kind, request.itemId, 'copy');
  const source = original.item;
  await tx.requireTrees([source.ownerId]);
  if (source.parentId === null) throw new Refusal('bad_request', 'The root folder cannot be copied.');
  if (isUnchanged(source, request.ifNoneMatch)) return 'not_modified';
  // Copying a folder grants its bytes, so it requires the right to download them.
  if (source.kind !== 'web_link') requireReveal('bytes', original, change);
  const place = placeIn(await requireItem(tx, caller, 'folder', request.parentId, 'upload'));
  const name = request.name ?? source.name;
  await requireFreeName(tx, { folder: place.folder, name, kind: source.kind });
  const item = await writeCopy(change, source, { place, name, versionId: request.versionId });
  const copiedFrom = { item: source, ancestors: original.ancestors };
  await emitItemEvent(change, 'ITEM_COPY', item, place.ancestors, { copiedFrom });
  return { item, ancestors: place.ancestors, access: place.access };
}

/** The destination and name of a copy. */
interface Destination {
  readonly place: Place;
  readonly name: string;
  readonly versionId: string | undefined;
}

async function writeCopy(change: Change, source: ItemRecord, destination: Destination): Promise<ItemRecord> {
  switch (source.kind) {
    case 'folder':
      return copyTree(change, source, destination);
    case 'file':
      return copyFile(change, source, destination);
    case 'web_link':
      return copyOne(change, { ...source, ...(await freshFields(change, destination)) }, source.id);
    default:
      return assertNever(source);
  }
}

async function copyTree(change: Change, source: FolderRecord, { place, name }: Destination): Promise<ItemRecord> {
  const { tx, now, caller } = change;
  const most = change.service.settings.folderCopyItems;
  const { items, bytes } = await tx.trees.measure(source.id, most + 1);
  if (items > most) {
    const message = `"${source.name}" contains more than ${most.toLocaleString('en')} items, the limit of one copy. Copy its folders one by one.`;
    throw new Refusal('operation_limit_exceeded', message);
  }
  for (const locked of await tx.trees.lockedFiles(source.id)) {
    const refusal = downloadRefusal(locked, change);
    if (refusal !== null) throw refusal;
  }
  await requireSpace(tx, place.folder.ownerId, bytes);
  const copies = await tx.trees.copy({
    folderId: source.id,
    parentId: place.folder.id,
    ownerId: place.folder.ownerId,
    name,
    nameKey: nameKey(name),
    createdBy: caller.user.id,
    createdAt: now,
    uploaderDisplayName: caller.user.name,
  });
  // Afterwards: a folder copied into itself grows too, and its copy must be of the earlier state.
  await takeSpace(change, place, bytes);
  const top = await tx.items.get(copies.get(source.id) ?? '');
  if (!top) throw new Error(`The folder ${source.id} has no copy.`);
  await copyInstances(change, copies, top.ownerId);
  return top;
}

async function copyFile(change: Change, source: FileRecord, destination: Destination): Promise<ItemRecord> {
  const { tx, caller } = change;
  const wanted = await requireVersion(tx, source.id, destination.versionId ?? source.versionId);
  const content = await tx.versions.keep(wanted.id);
  if (content === null || content.trashedAt !== null)
    throw new Refusal('not_found', `The file has no version ${wanted.id}.`);
  await takeSpace(change, destination.place, content.sizeBytes);
  const { sha1, sizeBytes, contentCreatedAt, contentModifiedAt } = content;
  const item: FileRecord = {
    ...source,
    ...(await freshFields(change, destination)),
    sha1,
    sizeBytes,
    contentCreatedAt,
    contentModifiedAt,
    versionId: await tx.allocateId(),
    versionNumber: 1,
    uploaderDisplayName: caller.user.name,
    lock: null,
  };
  await copyOne(change, item, source.id);
  await tx.versions.insert(versionCopy(change, item, content));
  return item;
}

/** Writes the copy of one item, with the tags and metadata of the original. */
async function copyOne(change: Change, item: ItemRecord, originalId: string): Promise<ItemRecord> {
  const { tx, caller } = change;
  await tx.items.insert(item, nameKey(item.name));
  if (item.tags.length > 0) await tx.tags.set(item.id, item.tags, caller.user.id);
  await copyInstances(change, new Map([[originalId, item.id]]), item.ownerId);
  return item;
}

/** Adds the copy to the sizes of its parent folders and to their owner's quota, if there is space. */
async function takeSpace({ tx }: Change, { folder, ancestors }: Place, bytes: number): Promise<void> {
  await requireSpace(tx, folder.ownerId, bytes);
  await tx.items.addSize(sizedFolders(ancestors), bytes);
  await tx.users.addSpaceUsed(folder.ownerId, bytes);
}

/** Fields that a copy does not take from the original. */
async function freshFields({ tx, now, caller }: Change, { place, name }: Destination) {
  return {
    id: await tx.allocateId(),
    ownerId: place.folder.ownerId,
    parentId: place.folder.id,
    name,
    etag: 0,
    sequenceId: 0,
    createdAt: now,
    modifiedAt: now,
    createdBy: caller.user.id,
    modifiedBy: caller.user.id,
  };
}

function versionCopy({ now, caller }: Change, item: FileRecord, content: VersionRecord): VersionRecord {
  return {
    ...content,
    id: item.versionId,
    fileId: item.id,
    number: 1,
    name: item.name,
    createdAt: now,
    modifiedAt: now,
    modifiedBy: caller.user.id,
    uploaderDisplayName: item.uploaderDisplayName,
    trashedAt: null,
    trashedBy: null,
    restoredAt: null,
    restoredBy: null,
  };
}
