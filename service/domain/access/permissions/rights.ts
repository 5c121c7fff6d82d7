import type { CollaborationRole } from '../../../../contract/resources/sharing/collaboration.ts';
import type { UserStatus } from '../../../ports/metadata/people/users.ts';
import { assertNever } from '../../refusal.ts';

/** Actions on an item. */
export type Action =
  | 'list'
  | 'preview'
  | 'comment'
  | 'download'
  | 'upload'
  | 'edit'
  | 'organise'
  | 'copy'
  | 'share'
  | 'invite'
  | 'configure';

/*
 * The table of service-decisions.md B 4.5, column by column. `upload` creates items in a folder; `edit` adds a new version;
 * `organise` renames, deletes, moves and tags; `configure` changes a folder's settings.
 */
const rights: Readonly<Record<CollaborationRole, ReadonlySet<Action>>> = {
  owner: new Set<Action>([
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
  ]),
  'co-owner': new Set<Action>([
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
  ]),
  editor: new Set<Action>([
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
  ]),
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

/** The stronger of two roles; several collaborations above one item combine to the strongest. */
export function strongerRole(one: CollaborationRole, other: CollaborationRole): CollaborationRole {
  return rights[other].size > rights[one].size ? other : one;
}

/** True if the account status withholds the action from every role (the interface's 2.13). */
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
