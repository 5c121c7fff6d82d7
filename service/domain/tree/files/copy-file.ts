import type { FullFile } from '../../../../contract/resources/items/file.ts';
import { nameKey } from '../../../../contract/rules/names.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { FileRecord } from '../../../ports/metadata/items/items.ts';
import type { VersionRecord } from '../../../ports/metadata/items/versions.ts';
import type { MetadataInstanceRecord } from '../../../ports/metadata/notes/metadata-instances.ts';
import { requireItem } from '../../access/item-access.ts';
import { requireFreeName } from '../../access/names.ts';
import { requireRoom } from '../../access/room.ts';
import { type Change, changeIn, emitItemEvent } from '../../change/change.ts';
import { addSizes } from '../../change/contents/new-content.ts';
import { treesOf } from '../../change/scope.ts';
import { together } from '../../kernel/work/together.ts';
import { copyInstances } from '../../notes/metadata/copy-instances.ts';
import { Refusal } from '../../refusal.ts';
import { answerFile } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';
import { copyFields, type PermittedCopy, requireCopy, snapshotOf } from '../items/copy-item.ts';
import { readerOfVersion, versionMissing } from '../versions/require-version.ts';

/** Input of `copyFile`. */
export interface CopyFile {
  readonly fileId: string;
  readonly parentId: string;
  readonly name?: string | undefined;
  readonly versionId?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/**
 * Copies a file, or one of its versions, into a folder; the copy keeps the content and its dates, and starts with one version, which shares
 * its content with the original.
 */
export async function copyFile(
  service: Service,
  caller: Caller,
  { fileId, versionId, ...request }: CopyFile,
): Promise<FullFile | 'not_modified'> {
  return changeIn(service, caller, treesOf(caller, fileId, request.parentId), async (change) => {
    const { tx } = change;
    const copy = await requireCopy(change, 'file', { itemId: fileId, ...request });
    if (copy === 'not_modified') return copy;
    const { original, place } = copy;
    const reader = readerOfVersion(caller, original.item, versionId);
    if (reader !== caller) await requireItem(tx, reader, 'file', fileId, 'copy');
    const found = await requireContent(change, copy, versionId ?? original.item.versionId);
    const item = await insertCopy(change, copy, found);
    await copyInstances(change, found.instances, new Map([[original.item.id, item.id]]), item.ownerId);
    const [file] = await together([
      answerFile(service, tx, caller, { ...place, item }),
      item.tags.length > 0 ? tx.tags.set(item.id, item.tags, caller.user.id) : null,
      emitItemEvent(change, 'ITEM_COPY', item, place.ancestors, { copiedFrom: snapshotOf(original) }),
    ]);
    return file;
  });
}

/** The data a copy needs from the database. */
interface CopiedContent {
  readonly content: VersionRecord;
  readonly ids: readonly [string, string];
  readonly instances: readonly MetadataInstanceRecord[];
}

/** Checks the name, the version and the space of a copy. */
async function requireContent(
  { tx }: Change,
  { original, place, name }: PermittedCopy<'file'>,
  versionId: string,
): Promise<CopiedContent> {
  const fileId = original.item.id;
  const [, content, room, ids, instances] = await together([
    requireFreeName(tx, { folder: place.folder, name, kind: 'file' }),
    tx.versions.keep(fileId, versionId),
    tx.users.roomOf(place.folder.ownerId),
    tx.allocatePair(),
    tx.instances.listOfItems([fileId]),
  ]);
  if (content === null) throw versionMissing(fileId, versionId);
  if (content.trashedAt !== null) throw new Refusal('not_found', say`The file has no version ${content.id}.`);
  requireRoom(room, content.sizeBytes);
  return { content, ids, instances };
}

async function insertCopy(
  change: Change,
  copy: PermittedCopy<'file'>,
  { content, ids: [id, versionId] }: CopiedContent,
): Promise<FileRecord> {
  const { tx, caller } = change;
  const { sha1, sizeBytes, contentCreatedAt, contentModifiedAt } = content;
  const item: FileRecord = {
    ...copy.original.item,
    ...copyFields(change, copy, id),
    sha1,
    sizeBytes,
    contentCreatedAt,
    contentModifiedAt,
    versionId,
    versionNumber: 1,
    uploaderDisplayName: caller.user.name,
    lock: null,
  };
  await together([
    tx.versions.insertFirst(item, nameKey(item.name), versionCopy(change, item, content)),
    addSizes(change, copy.place, sizeBytes),
  ]);
  return item;
}

function versionCopy({ now, termStart, caller }: Change, item: FileRecord, content: VersionRecord): VersionRecord {
  return {
    ...content,
    id: item.versionId,
    fileId: item.id,
    number: 1,
    name: item.name,
    createdAt: termStart,
    modifiedAt: now,
    modifiedBy: caller.user.id,
    uploaderDisplayName: item.uploaderDisplayName,
    trashedAt: null,
    trashedBy: null,
    restoredAt: null,
    restoredBy: null,
  };
}
