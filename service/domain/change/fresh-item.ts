import type { FolderRecord, ItemFields } from '../../ports/metadata/items.ts';

/** What is to be told of an item that is made; `at` in milliseconds since the epoch. */
export interface FreshItem {
  readonly id: string;
  readonly ownerId: string;
  readonly parentId: string | null;
  readonly name: string;
  /** Who makes it. */
  readonly userId: string;
  readonly at: number;
}

/** What every item begins with: nothing in it, nothing said of it, not in the trash. */
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

/** A folder as it is before anything is set in it: synced, and open to what its collaborators' roles allow. */
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
