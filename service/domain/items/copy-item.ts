import { nameKey } from '../../../contract/names.ts';
import type { FolderRecord, ItemKind, ItemRecord, ItemRecords } from '../../ports/metadata/items.ts';
import type { VersionRecord } from '../../ports/metadata/versions.ts';
import { type ItemView, requireItem, viewOfKind } from '../access/item-access.ts';
import { requireFreeName } from '../access/names.ts';
import { isUnchanged } from '../access/preconditions.ts';
import { requireSpace } from '../access/room.ts';
import { type Change, emitItemEvent } from '../change/change.ts';
import { type Place, placeIn, sizedFolders } from '../change/place.ts';
import { Refusal } from '../refusal.ts';

/** What a copy is told. `versionId` copies another version than the current one (files only). */
export interface CopyItem<Kind extends ItemKind = ItemKind> {
  readonly kind: Kind;
  readonly itemId: string;
  readonly parentId: string;
  readonly name?: string | undefined;
  readonly versionId?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/**
 * Copies an item with all that is below it. Contents are shared with the original, not written again; each copied file
 * begins with one version. One event tells of the top of the copy. @throws Refusal `bad_request` for the root.
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
  const source = await requireItem(tx, caller, request.kind, request.itemId, 'copy');
  if (source.item.parentId === null) throw new Refusal('bad_request', 'The root folder cannot be copied.');
  if (isUnchanged(source.item, request.ifNoneMatch)) return 'not_modified';
  const place = placeIn(await requireItem(tx, caller, 'folder', request.parentId, 'upload'));
  const name = request.name ?? source.item.name;
  await requireFreeName(tx, { folder: place.folder, name, kind: source.item.kind });
  // Gathered before the first row is written: a copy into a folder below the original holds no copy of itself.
  const below = source.item.kind === 'folder' ? await tx.items.descendants(source.item.id) : [];
  const item = await writeCopies(change, { source: source.item, below, place, name, versionId: request.versionId });
  await emitItemEvent(change, 'ITEM_COPY', item, place.ancestors);
  return { item, ancestors: place.ancestors, access: place.access };
}

interface CopyPlan {
  readonly source: ItemRecord;
  readonly below: readonly ItemRecord[];
  readonly place: Place;
  readonly name: string;
  readonly versionId: string | undefined;
}

async function writeCopies(change: Change, { source, below, place, name, versionId }: CopyPlan): Promise<ItemRecord> {
  const { tx } = change;
  const contents = await contentsOf(change, [source, ...below], versionId);
  const bytes = [...contents.values()].reduce((sum, version) => sum + version.sizeBytes, 0);
  await requireSpace(tx, place.folder.ownerId, bytes);
  const top = await copyOf(change, source, { parent: place.folder, name, content: contents.get(source.id) });
  const copies = new Map<string, ItemRecord>([[source.id, top]]);
  for (const item of below) {
    const parent = item.parentId === null ? undefined : copies.get(item.parentId);
    if (parent?.kind !== 'folder') throw new Error(`The item ${item.id} came before its folder.`);
    copies.set(item.id, await copyOf(change, item, { parent, name: item.name, content: contents.get(item.id) }));
  }
  await tx.items.insertMany([...copies.values()].map((item) => ({ item, nameKey: nameKey(item.name) })));
  await tx.versions.insertMany(versionCopies(change, copies, contents));
  await tx.items.addSize(sizedFolders(place.ancestors), bytes);
  await tx.users.addSpaceUsed(place.folder.ownerId, bytes);
  return top;
}

/** The version to copy of each file, by the id of the file. */
async function contentsOf(
  { tx }: Change,
  items: readonly ItemRecord[],
  versionId: string | undefined,
): Promise<ReadonlyMap<string, VersionRecord>> {
  const files = items.filter((item) => item.kind === 'file');
  const wanted = new Map(files.map((file) => [versionId ?? file.versionId, file.id]));
  const versions = await tx.versions.listOfFiles(files.map((file) => file.id));
  const contents = versions.filter((version) => wanted.has(version.id) && version.trashedAt === null);
  if (contents.length < files.length) throw new Refusal('not_found', `The file has no version ${versionId ?? ''}.`);
  return new Map(contents.map((version) => [version.fileId, version]));
}

async function copyOf(
  { tx, now, caller }: Change,
  item: ItemRecord,
  into: { readonly parent: FolderRecord; readonly name: string; readonly content: VersionRecord | undefined },
): Promise<ItemRecord> {
  const fresh = {
    id: await tx.allocateId(),
    ownerId: into.parent.ownerId,
    parentId: into.parent.id,
    name: into.name,
    etag: 0,
    sequenceId: 0,
    createdAt: now,
    modifiedAt: now,
    createdBy: caller.user.id,
    modifiedBy: caller.user.id,
  };
  if (item.kind !== 'file' || !into.content) return { ...item, ...fresh };
  const { sha1, sizeBytes, contentCreatedAt, contentModifiedAt } = into.content;
  const content = { sha1, sizeBytes, contentCreatedAt, contentModifiedAt };
  const version = { versionId: await tx.allocateId(), versionNumber: 1, uploaderDisplayName: caller.user.name };
  return { ...item, ...fresh, ...content, ...version, lock: null };
}

function versionCopies(
  { now, caller }: Change,
  copies: ReadonlyMap<string, ItemRecord>,
  contents: ReadonlyMap<string, VersionRecord>,
): readonly VersionRecord[] {
  const versions: VersionRecord[] = [];
  for (const [originalId, item] of copies) {
    const content = contents.get(originalId);
    if (item.kind !== 'file' || !content) continue;
    versions.push({
      ...content,
      id: item.versionId,
      fileId: item.id,
      number: 1,
      name: item.name,
      createdAt: now,
      modifiedAt: now,
      modifiedBy: caller.user.id,
      uploaderDisplayName: caller.user.name,
      trashedAt: null,
      trashedBy: null,
      restoredAt: null,
      restoredBy: null,
    });
  }
  return versions;
}
