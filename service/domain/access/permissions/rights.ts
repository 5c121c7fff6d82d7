import { type CollaborationRole, invitableRoles } from '../../../../contract/resources/sharing/collaboration.ts';
import type { UserStatus } from '../../../ports/metadata/people/users.ts';
import { assertNever } from '../../refusal.ts';

const everything = [
  'list',
  'preview',
  'comment',
  'download',
  'upload',
  'edit',
  'organise',
  'copy',
  'share',
  'invite',
  'configure',
] as const;

/** Actions on an item. */
export type Action = (typeof everything)[number];

/*
 * What each role may do. `upload` creates items in a folder; `edit` adds a new version; `organise` renames, deletes, moves and tags;
 * `configure` changes a folder's settings and permanently deletes from the trash. The format does not say who may do the latter, so
 * only owners and co-owners may.
 */
const rights: Readonly<Record<CollaborationRole, ReadonlySet<Action>>> = {
  owner: new Set(everything),
  'co-owner': new Set(everything),
  editor: new Set(everything.filter((action) => action !== 'configure')),
  'viewer uploader': new Set<Action>(['list', 'preview', 'comment', 'download', 'upload', 'edit', 'copy', 'share']),
  'previewer uploader': new Set<Action>(['list', 'preview', 'comment', 'upload']),
  viewer: new Set<Action>(['list', 'preview', 'comment', 'download', 'copy', 'share']),
  previewer: new Set<Action>(['list', 'preview', 'comment']),
  uploader: new Set<Action>(['list', 'upload']),
};

/** True when the role includes the action. */
export function allows(role: CollaborationRole, action: Action): boolean {
  return rights[role].has(action);
}

/** Roles that collaborations can combine to. */
type InvitableRole = (typeof invitableRoles)[number];

/**
 * The role of a user with two collaborations on one path: the smallest that has all rights of both. It may have a right of neither:
 * "viewer" and "uploader" are "viewer uploader", which may also edit.
 */
export function combinedRole<Role extends CollaborationRole>(one: Role, other: Role): Role | InvitableRole {
  if (includes(one, other)) return one;
  if (includes(other, one)) return other;
  return rolesByRights.find((role) => includes(role, one) && includes(role, other)) ?? 'co-owner';
}

const rolesByRights = invitableRoles.toSorted((one, other) => rights[one].size - rights[other].size);

function includes(role: CollaborationRole, other: CollaborationRole): boolean {
  return [...rights[other]].every((action) => allows(role, action));
}

/** The stronger of two roles. A shared link never adds a right that neither it nor the collaborations grant. */
export function strongerRole(one: CollaborationRole, other: CollaborationRole): CollaborationRole {
  return rights[other].size > rights[one].size ? other : one;
}

/** True if the account status withholds the action from every role. */
export function withholds(status: UserStatus, action: Action): boolean {
  switch (status) {
    case 'active':
      return false;
    case 'inactive':
      return true;
    case 'cannot_delete_edit':
      return isEditing(action);
    case 'cannot_delete_edit_upload':
      return isEditing(action) || action === 'upload';
    default:
      return assertNever(status);
  }
}

/** New versions, and every change or removal of existing content. */
function isEditing(action: Action): boolean {
  return action === 'edit' || action === 'organise' || action === 'configure';
}
