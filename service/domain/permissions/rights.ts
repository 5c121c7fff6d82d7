import type { CollaborationRole } from '../../../contract/resources/collaboration.ts';

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
