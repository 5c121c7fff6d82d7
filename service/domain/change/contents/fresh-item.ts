import type { FolderRecord, ItemFields } from '../../../ports/metadata/items/items.ts';

/** The input for a new item; `at` in milliseconds since the epoch. */
export interface FreshItem {
  readonly id: string;
  readonly ownerId: string;
  readonly parentId: string | null;
  readonly name: string;
  /** The creator. */
  readonly userId: string;
  readonly at: number;
}

/** The initial fields of every item: empty, undescribed, not in the trash. */
export function freshItem({ id, ownerId, parentId, name, userId, at }: FreshItem): ItemFields {
  return {
    id,
    ownerId,
    parentId,
    name,
    description: '',
    etag: 0,
    sequenceId: 0,
    sizeBytes: 0,
    tags: [],
    createdAt: at,
    modifiedAt: at,
    contentCreatedAt: at,
    contentModifiedAt: at,
    createdBy: userId,
    modifiedBy: userId,
    trashedAt: null,
    trashedBy: null,
  };
}

/** A folder with default settings: synced, and limited only by its collaborators' roles. */
export function freshFolder(made: FreshItem): FolderRecord {
  return {
    ...freshItem(made),
    kind: 'folder',
    syncState: 'synced',
    canNonOwnersInvite: true,
    canNonOwnersViewCollaborators: true,
    isCollaborationRestrictedToEnterprise: false,
  };
}
