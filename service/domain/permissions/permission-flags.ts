import type { CollaborationRole } from '../../../contract/resources/collaboration.ts';
import type { FilePermissions } from '../../../contract/resources/file.ts';
import type { FolderPermissions } from '../../../contract/resources/folder.ts';
import type { UserStatus } from '../../ports/metadata/users.ts';
import { type Action, allows, withholds } from './rights.ts';

/** How a person stands to an item. `isTop`: the item itself is shared with the person, rather than a folder above. */
export interface Standing {
  readonly role: CollaborationRole;
  /** What the person's account takes away from the role; nothing when absent. */
  readonly status?: UserStatus;
  readonly isTop: boolean;
  readonly isRoot: boolean;
}

/** True when one may remove the item from where it is: editors may not remove the very item that is shared with them. */
export function canRemove(standing: Standing): boolean {
  if (standing.isRoot || !can(standing, 'organise')) return false;
  return !(standing.isTop && standing.role === 'editor');
}

function can({ role, status = 'active' }: Standing, action: Action): boolean {
  return allows(role, action) && !withholds(status, action);
}

/** The permissions of a folder as its answers show them; `canNonOwnersInvite` is the folder's own rule. */
export function folderPermissions(standing: Standing, canNonOwnersInvite = true): FolderPermissions {
  const may = (action: Action) => can(standing, action);
  return {
    can_delete: canRemove(standing),
    can_download: may('download'),
    can_invite_collaborator: !standing.isRoot && may('invite') && (canNonOwnersInvite || may('configure')),
    can_rename: !standing.isRoot && may('organise'),
    can_set_share_access: !standing.isRoot && may('organise'),
    can_share: !standing.isRoot && may('share'),
    can_upload: may('upload'),
  };
}

/** The permissions of a file as its answers show them. */
export function filePermissions(standing: Standing): FilePermissions {
  const may = (action: Action) => can(standing, action);
  return {
    can_delete: canRemove(standing),
    can_download: may('download'),
    can_invite_collaborator: may('invite'),
    can_rename: may('organise'),
    can_set_share_access: may('organise'),
    can_share: may('share'),
    can_annotate: may('comment'),
    can_comment: may('comment'),
    can_preview: may('preview'),
    can_upload: may('edit'),
    can_view_annotations_all: may('comment'),
    can_view_annotations_self: may('comment'),
  };
}
