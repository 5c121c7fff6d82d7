import type {
  FileLockRecord,
  FolderLimits,
  FolderRecord,
  ItemRecord,
  MiniRecord,
} from '../../../ports/metadata/items/items.ts';
import { toId, toKey, toOptionalId, toOptionalKey } from '../ids.ts';
import type { ItemRow } from '../tables.ts';

/** The number of a kind in the database, which is also its order in listings. */
export const kindNumbers = { folder: 0, file: 1, web_link: 2 } as const satisfies Record<ItemRecord['kind'], number>;

/** The kind of a row. */
export function kindOf(number: number): ItemRecord['kind'] {
  if (number === kindNumbers.folder) return 'folder';
  return number === kindNumbers.file ? 'file' : 'web_link';
}

type FolderSettings = FolderLimits & Pick<FolderRecord, 'syncState'>;

/** A row as a record. V8 copies an object by its shape only where the copy begins with it, which matters in long lists. */
export function fromItemRow(row: ItemRow): ItemRecord {
  const fields = {
    id: toId(row.id),
    ownerId: toId(row.owner_id),
    parentId: toOptionalId(row.parent_id),
    name: row.name,
    description: row.description,
    etag: row.etag,
    sequenceId: row.sequence_id,
    sizeBytes: row.size,
    // The column holds what `toItemRow` wrote, like the settings below.
    tags: row.tags === '[]' ? [] : (JSON.parse(row.tags) as string[]),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    contentCreatedAt: row.content_created_at,
    contentModifiedAt: row.content_modified_at,
    createdBy: toId(row.created_by),
    modifiedBy: toId(row.modified_by),
    trashedAt: row.trashed_at,
    trashedBy: toOptionalId(row.trashed_by),
  };
  if (row.kind === kindNumbers.folder && row.folder_settings !== null) {
    return { ...fields, kind: 'folder', ...(JSON.parse(row.folder_settings) as FolderSettings) };
  }
  if (row.kind === kindNumbers.file && row.version_id !== null && row.version_number !== null && row.sha1 !== null) {
    return {
      ...fields,
      kind: 'file',
      versionId: toId(row.version_id),
      versionNumber: row.version_number,
      sha1: row.sha1,
      uploaderDisplayName: row.uploader_display_name ?? '',
      lock: row.lock === null ? null : (JSON.parse(row.lock) as FileLockRecord),
    };
  }
  if (row.kind === kindNumbers.web_link && row.url !== null) return { ...fields, kind: 'web_link', url: row.url };
  throw new Error(`The row of item ${row.id} is incomplete.`);
}

/** The limits that a folder sets; without those that it leaves open, which would lengthen the path in every event. */
export function limitsOf({ folder_settings: text }: Pick<ItemRow, 'folder_settings'>): Partial<FolderLimits> {
  if (text === null) return {};
  const settings = JSON.parse(text) as FolderSettings;
  return {
    ...(settings.canNonOwnersInvite ? {} : { canNonOwnersInvite: false }),
    ...(settings.canNonOwnersViewCollaborators ? {} : { canNonOwnersViewCollaborators: false }),
    ...(settings.isCollaborationRestrictedToEnterprise ? { isCollaborationRestrictedToEnterprise: true } : {}),
  };
}

/** The columns of the mini form. */
export const miniColumns = ['id', 'kind', 'name', 'etag', 'sequence_id', 'version_id', 'sha1', 'url'] as const;
export type MiniRow = Pick<ItemRow, (typeof miniColumns)[number]>;

/** A row of those columns as a record. */
export function fromMiniRow(row: MiniRow): MiniRecord {
  const { name, etag } = row;
  const id = toId(row.id);
  const sequenceId = row.sequence_id;
  if (row.kind === kindNumbers.folder) return { kind: 'folder', id, name, etag, sequenceId };
  if (row.kind === kindNumbers.file && row.version_id !== null && row.sha1 !== null) {
    return { kind: 'file', id, name, etag, sequenceId, versionId: toId(row.version_id), sha1: row.sha1 };
  }
  if (row.kind === kindNumbers.web_link && row.url !== null) {
    return { kind: 'web_link', id, name, etag, sequenceId, url: row.url };
  }
  throw new Error(`The row of item ${row.id} is incomplete.`);
}

/** A record as a row. */
export function toItemRow(item: ItemRecord, nameKey: string): ItemRow {
  return {
    id: toKey(item.id),
    kind: kindNumbers[item.kind],
    owner_id: toKey(item.ownerId),
    parent_id: toOptionalKey(item.parentId),
    name: item.name,
    name_key: nameKey,
    description: item.description,
    etag: item.etag,
    sequence_id: item.sequenceId,
    size: item.sizeBytes,
    tags: JSON.stringify(item.tags),
    created_at: item.createdAt,
    modified_at: item.modifiedAt,
    content_created_at: item.contentCreatedAt,
    content_modified_at: item.contentModifiedAt,
    created_by: toKey(item.createdBy),
    modified_by: toKey(item.modifiedBy),
    trashed_at: item.trashedAt,
    trashed_by: toOptionalKey(item.trashedBy),
    version_id: item.kind === 'file' ? toKey(item.versionId) : null,
    version_number: item.kind === 'file' ? item.versionNumber : null,
    sha1: item.kind === 'file' ? item.sha1 : null,
    folder_settings: item.kind === 'folder' ? JSON.stringify(folderSettings(item)) : null,
    uploader_display_name: item.kind === 'file' ? item.uploaderDisplayName : null,
    lock: item.kind === 'file' && item.lock !== null ? JSON.stringify(item.lock) : null,
    lock_expires_at: item.kind === 'file' ? (item.lock?.expiresAt ?? null) : null,
    url: item.kind === 'web_link' ? item.url : null,
  };
}

function folderSettings(folder: FolderRecord): FolderSettings {
  const { syncState, canNonOwnersInvite, canNonOwnersViewCollaborators, isCollaborationRestrictedToEnterprise } =
    folder;
  return { syncState, canNonOwnersInvite, canNonOwnersViewCollaborators, isCollaborationRestrictedToEnterprise };
}
