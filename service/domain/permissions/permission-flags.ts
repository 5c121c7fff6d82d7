import type { CollaborationRole } from '../../../contract/resources/collaboration.ts';
import type { FilePermissions } from '../../../contract/resources/file.ts';
import type { FolderPermissions } from '../../../contract/resources/folder.ts';
import { type Action, allows } from './rights.ts';

/** How a person stands to an item. `isTop`: the item itself is shared with the person, rather than a folder above. */
export interface Standing {
  readonly role: CollaborationRole;
  readonly isTop: boolean;
  readonly isRoot: boolean;
}

/** True when one may remove the item from where it is: editors may not remove the very item that is shared with them. */
export function canRemove(standing: Standing): boolean {
  if (standing.isRoot || !allows(standing.role, 'organise')) return false;
  return !(standing.isTop && standing.role === 'editor');
}

/** The permissions of a folder as its answers show them. */
export function folderPermissions(standing: Standing): FolderPermissions {
  const can = (action: Action) => allows(standing.role, action);
  return {
    can_delete: canRemove(standing),
    can_download: can('download'),
    can_invite_collaborator: !standing.isRoot && can('invite'),
    can_rename: !standing.isRoot && can('organise'),
    can_set_share_access: !standing.isRoot && can('organise'),
    can_share: !standing.isRoot && can('share'),
    can_upload: can('upload'),
  };
}

/** The permissions of a file as its answers show them. */
export function filePermissions(standing: Standing): FilePermissions {
  const can = (action: Action) => allows(standing.role, action);
  return {
    can_delete: canRemove(standing),
    can_download: can('download'),
    can_invite_collaborator: can('invite'),
    can_rename: can('organise'),
    can_set_share_access: can('organise'),
    can_share: can('share'),
    can_annotate: can('comment'),
    can_comment: can('comment'),
    can_preview: can('preview'),
    can_upload: can('edit'),
    can_view_annotations_all: can('comment'),
    can_view_annotations_self: can('comment'),
  };
}
