import { rootFolderId } from '../../../contract/resources/ids.ts';
import type { FileMini } from '../../../contract/resources/items/file.ts';
import type { FolderMini } from '../../../contract/resources/items/folder-mini.ts';
import type { WebLinkMini } from '../../../contract/resources/items/web-link.ts';
import type { UserMini } from '../../../contract/resources/people/user.ts';
import type { AncestorRecord, MiniRecord } from '../../ports/metadata/items/items.ts';
import type { UserRecord } from '../../ports/metadata/people/users.ts';
import { assertNever } from '../refusal.ts';

/** Every user's root in mini form; its own row is never shown. */
export const rootMini: FolderMini = {
  id: rootFolderId,
  type: 'folder',
  etag: null,
  sequence_id: null,
  name: 'All Files',
};

/** The path of an item in the trash. */
export const trashMini: FolderMini = { id: '1', type: 'folder', etag: null, sequence_id: null, name: 'Trash' };

/** An item in mini form. */
export function presentMini(item: MiniRecord): FileMini | FolderMini | WebLinkMini {
  const common = { id: item.id, etag: String(item.etag), sequence_id: String(item.sequenceId), name: item.name };
  switch (item.kind) {
    case 'folder':
      return { ...common, type: 'folder' };
    case 'file': {
      const content = { id: item.versionId, type: 'file_version' as const, sha1: item.sha1 };
      return { ...common, type: 'file', sha1: item.sha1, file_version: content };
    }
    case 'web_link':
      return { ...common, type: 'web_link', url: item.url };
    default:
      return assertNever(item);
  }
}

/** A parent folder in mini form. */
export function presentAncestor(ancestor: AncestorRecord): FolderMini {
  if (ancestor.parentId === null) return rootMini;
  return {
    id: ancestor.id,
    type: 'folder',
    etag: String(ancestor.etag),
    sequence_id: String(ancestor.sequenceId),
    name: ancestor.name,
  };
}

/** A user in mini form. An unknown user keeps the id. */
export function presentUserMini(id: string, user: UserRecord | undefined): UserMini {
  return { id, type: 'user', name: user?.name ?? '', login: user?.login ?? '' };
}
