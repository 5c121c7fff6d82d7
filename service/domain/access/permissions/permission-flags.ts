import type { FilePermissions } from '../../../../contract/resources/items/file.ts';
import type { FolderPermissions } from '../../../../contract/resources/items/folder.ts';
import type { CollaborationRole } from '../../../../contract/resources/sharing/collaboration.ts';
import type { UserStatus } from '../../../ports/metadata/people/users.ts';
import { type Action, allows, withholds } from './rights.ts';

/** A viewer's role at an item. `isTop`: the role begins to organise at the item itself, not at a parent folder. */
export interface Standing {
  readonly role: CollaborationRole;
  /** The account status, which may withhold rights from the role; absent: nothing is withheld. */
  readonly status?: UserStatus;
  readonly isTop: boolean;
  readonly isRoot: boolean;
}

/** A viewer's relation to an item, with what withholds rights from the role for now. */
export interface ShownStanding extends Standing {
  /** False: a folder of the path lets only owners invite. */
  readonly letsInvite: boolean;
  /** False: the item is in the trash, or locked against the viewer's downloads. */
  readonly letsDownload: boolean;
}

/** True if the viewer may remove the item from its location: editors may not remove the item that is itself shared with them. */
export function canRemove(standing: Standing): boolean {
  if (standing.isRoot || !can(standing, 'organise')) return false;
  return !(standing.isTop && standing.role === 'editor');
}

function can({ role, status = 'active' }: Standing, action: Action): boolean {
  return allows(role, action) && !withholds(status, action);
}

/** The permissions of a folder in a response. */
export function folderPermissions(standing: ShownStanding): FolderPermissions {
  const may = (action: Action) => can(standing, action);
  return {
    can_delete: canRemove(standing),
    can_download: may('download') && standing.letsDownload,
    can_invite_collaborator: !standing.isRoot && may('invite') && standing.letsInvite,
    can_rename: !standing.isRoot && may('organise'),
    can_set_share_access: !standing.isRoot && may('organise'),
    can_share: !standing.isRoot && may('share'),
    can_upload: may('upload'),
  };
}

/**
 * The permissions of a file in a response. Another person's lock withholds only the download that it forbids: it is no right of a role, ends at
 * its time without an event, and `lock` says who holds it.
 */
export function filePermissions(standing: ShownStanding): FilePermissions {
  const may = (action: Action) => can(standing, action);
  return {
    can_delete: canRemove(standing),
    can_download: may('download') && standing.letsDownload,
    can_invite_collaborator: may('invite') && standing.letsInvite,
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
