import type { CollaborationRole } from '../../../contract/resources/collaboration.ts';
import type { UserStatus } from '../../ports/metadata/users.ts';
import { assertNever } from '../refusal.ts';

/** What one can do with an item. */
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
 * The table of service-decisions.md B 4.5, column by column. `upload` creates something in a folder; `edit` brings a new
 * version; `organise` renames, deletes, moves and tags; `configure` changes a folder's settings.
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

/** The role that allows more; roles of several collaborations above one item add up to the strongest. */
export function strongerRole(one: CollaborationRole, other: CollaborationRole): CollaborationRole {
  return rights[other].size > rights[one].size ? other : one;
}

/** What the status of an account takes away from every role (the interface's 2.13). */
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

/** New versions, and all that changes or removes what is there. */
function isEditing(action: Action): boolean {
  return action === 'edit' || action === 'organise' || action === 'configure';
}
