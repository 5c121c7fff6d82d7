import { rootFolderId } from '../../../../contract/resources/ids.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import type { RemoteEntry } from '../../model/entry.ts';
import { etag, itemId, sequenceId, sha1, versionId } from '../../model/ids.ts';
import { RemoteError } from '../../ports/remote/remote.ts';
import type { EntryFile, EntryFolder } from './entry-form.ts';

/** Page size of lists: the API's maximum. */
export const PAGE_LIMIT = limits.pageLimit;

/**
 * Converts a file or folder from the wire to a `RemoteEntry`. `inFolder` is the folder that was listed and overrides the item's
 * own parent (an item shared with the account appears in the account's root). Throws if a required field is missing.
 */
export function remoteEntry(item: EntryFile | EntryFolder, inFolder?: string): RemoteEntry {
  const rights = item.permissions;
  return {
    id: itemId(item.id),
    parentId: parentOf(item, inFolder),
    name: required(item.name, item, 'name'),
    kind: item.type,
    etag: item.etag ? etag(item.etag) : null,
    sequenceId: item.sequence_id ? sequenceId(item.sequence_id) : null,
    ...contentOf(item),
    // Assume rights that are not stated: the service enforces them anyway.
    canUpload: rights?.can_upload ?? true,
    canRename: rights?.can_rename ?? true,
    canDelete: rights?.can_delete ?? true,
    canDownload: (rights?.can_download ?? true) || isOnlyLocked(item),
    ...(item.type === 'folder' && item.sync_state !== undefined && { syncState: item.sync_state }),
    ...(item.owned_by?.id && { ownerId: item.owned_by.id }),
    ...changedBy(item.modified_by),
  };
}

/**
 * A lock takes no right: a refused download says who holds it, and is retried when it ends (SPEC P73). A role without the right to download has
 * none to share either, whatever is locked.
 */
function isOnlyLocked(item: EntryFile | EntryFolder): boolean {
  return item.type === 'file' && item.lock?.is_download_prevented === true && item.permissions?.can_share === true;
}

/** The known data of a removed item: enough to find its row. `by`: who removed it. */
export function goneEntry(item: EntryFile | EntryFolder, by: NamedUser): RemoteEntry {
  return {
    id: itemId(item.id),
    parentId: item.parent ? itemId(item.parent.id) : null,
    name: item.name ?? '',
    kind: item.type,
    etag: item.etag ? etag(item.etag) : null,
    sequenceId: item.sequence_id ? sequenceId(item.sequence_id) : null,
    content: null,
    versionId: null,
    contentModifiedAtMs: null,
    canUpload: false,
    canRename: false,
    canDelete: false,
    canDownload: false,
    ...changedBy(by),
  };
}

type NamedUser = { readonly id: string; readonly name?: string | null | undefined } | null | undefined;

function changedBy(user: NamedUser): Pick<RemoteEntry, 'changedBy'> {
  return user?.name ? { changedBy: { id: user.id, name: user.name } } : {};
}

/** Is the item visible, neither in the trash nor deleted? */
export function isLive(item: EntryFile | EntryFolder): boolean {
  return item.item_status === undefined || item.item_status === 'active';
}

function parentOf(item: EntryFile | EntryFolder, inFolder: string | undefined): RemoteEntry['parentId'] {
  if (item.id === rootFolderId && item.type === 'folder') return null;
  return itemId(inFolder ?? item.parent?.id ?? rootFolderId);
}

function contentOf(item: EntryFile | EntryFolder): Pick<RemoteEntry, 'content' | 'versionId' | 'contentModifiedAtMs'> {
  if (item.type === 'folder') return { content: null, versionId: null, contentModifiedAtMs: null };
  const modifiedAtMs = Date.parse(item.content_modified_at ?? '');
  return {
    content: { sha1: sha1(required(item.sha1, item, 'sha1')), sizeBytes: required(item.size, item, 'size') },
    versionId: item.file_version === undefined ? null : versionId(item.file_version.id),
    contentModifiedAtMs: Number.isNaN(modifiedAtMs) ? null : modifiedAtMs,
  };
}

function required<T>(value: T | undefined, item: EntryFile | EntryFolder, field: string): T {
  if (value !== undefined) return value;
  throw new RemoteError('unexpected', `The service left "${field}" out of ${item.type} ${item.id}.`);
}
