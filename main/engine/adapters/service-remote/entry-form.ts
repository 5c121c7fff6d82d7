import { z } from 'zod';
import {
  collaborationId,
  dateTime,
  fileVersionId,
  folderId,
  sha1,
  userId,
} from '../../../../contract/resources/ids.ts';
import { file } from '../../../../contract/resources/items/file.ts';
import { folder } from '../../../../contract/resources/items/folder.ts';
import { itemStatus } from '../../../../contract/resources/items/item.ts';
import { markerPage, offsetPage } from '../../../../contract/resources/paging.ts';

/**
 * The form in which the engine reads files and folders. A service of the format may leave fields out or send another shape of them, and one odd
 * item must not make its folder unlistable. So only the fields that identify an item, its place, its state and its content must be readable; any
 * other that is not counts as absent. Our own service's answers are checked against the contract, in its tests.
 */

/** Absent if it has another shape. */
const ifReadable = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

const flag = ifReadable(z.boolean());
const person = z.object({ id: userId, name: ifReadable(z.string()) });

const itemFields = {
  etag: file.shape.etag,
  sequence_id: file.shape.sequence_id,
  name: file.shape.name,
  parent: z.object({ id: folderId }).nullable().optional(),
  item_status: ifReadable(itemStatus),
  permissions: ifReadable(
    z.object({ can_upload: flag, can_rename: flag, can_delete: flag, can_download: flag, can_share: flag }),
  ),
  owned_by: ifReadable(person),
  modified_by: ifReadable(person),
};

const lock = z.object({
  is_download_prevented: flag,
  created_by: ifReadable(person),
  expired_at: ifReadable(dateTime.nullable()),
});

export const entryFile = z.object({
  id: file.shape.id,
  type: file.shape.type,
  ...itemFields,
  sha1: file.shape.sha1,
  size: file.shape.size,
  file_version: ifReadable(z.object({ id: fileVersionId })),
  content_modified_at: file.shape.content_modified_at,
  lock: ifReadable(lock.nullable()),
});
export type EntryFile = z.output<typeof entryFile>;

export const entryFolder = z.object({
  id: folder.shape.id,
  type: folder.shape.type,
  ...itemFields,
  sync_state: ifReadable(folder.shape.sync_state),
});
export type EntryFolder = z.output<typeof entryFolder>;

/** A file with the date of its current version. */
export const entryCurrent = entryFile.extend({ modified_at: ifReadable(dateTime.nullable()) });
export type EntryCurrent = z.output<typeof entryCurrent>;

export const entryVersion = z.object({
  id: fileVersionId,
  sha1: ifReadable(sha1),
  size: ifReadable(z.int().min(0)),
  name: ifReadable(z.string()),
  modified_by: ifReadable(person),
  modified_at: ifReadable(dateTime.nullable()),
  created_at: ifReadable(dateTime.nullable()),
  /** Null or absent: not in the trash. */
  trashed_at: z.string().nullable().optional(),
  uploader_display_name: ifReadable(z.string()),
});
export type EntryVersion = z.output<typeof entryVersion>;
export const listedVersions = z.object({ total_count: z.int().min(0), entries: z.array(entryVersion) });

/** The answer to a version that was made current. */
export const promotedVersion = entryVersion.pick({ id: true });

const grant = z.object({
  id: collaborationId,
  accessible_by: ifReadable(z.object({ id: z.string(), type: z.string() })),
});
/** Who has access to an item. */
export const listedGrants = z.object({
  next_marker: z.string().nullable().optional(),
  entries: z.array(grant),
});
export type EntryGrant = z.output<typeof grant>;

/** The fields to ask for. */
export const ENTRY_FIELDS: string[] = Object.keys({ ...entryFile.shape, ...entryFolder.shape }).filter(
  (field) => field !== 'id' && field !== 'type',
);

/** The answer to an upload. */
export const entryUploaded = z.object({ entries: z.array(entryFile) });

/** Items that don't sync: web links, and types that only other services have. */
const otherItem = z
  .object({ id: ifReadable(z.string()), type: z.string() })
  .refine(({ type }) => type !== 'file' && type !== 'folder')
  .transform(({ id, type }) => ({ id: `${type} ${id ?? ''}`, type: 'other' as const }));

/** An item of a list. The folder that is listed is its parent. */
const listedItem = z.union([
  z.discriminatedUnion('type', [entryFile.omit({ parent: true }), entryFolder.omit({ parent: true })]),
  otherItem,
]);
export type ListedItem = z.output<typeof listedItem>;

export const listedItems = z.union([offsetPage(listedItem), markerPage(listedItem)]);
