import type { z } from 'zod';
import { fileLock, fileMini, filePermissions } from '../../../contract/resources/items/file.ts';
import { folderPermissions } from '../../../contract/resources/items/folder.ts';
import { folderMini } from '../../../contract/resources/items/folder-mini.ts';
import { task, taskAssignment } from '../../../contract/resources/notes/task.ts';
import { userMini } from '../../../contract/resources/people/user.ts';
import { sharedLink } from '../../../contract/resources/sharing/shared-link.ts';
import { recentItem } from '../../../contract/resources/streams/recent-item.ts';

type StandIns = Readonly<Record<string, unknown>>;

const mini = { name: '', sha1: '', file_version: { id: '', type: 'file_version', sha1: '' } };
const nobody = { id: '', type: 'user', name: '', login: '' };
/** Assume rights that are not stated: the service enforces them anyway. */
const allOf = (permissions: z.ZodObject): StandIns =>
  Object.fromEntries(Object.keys(permissions.shape).map((right) => [right, true]));

/**
 * Values for required fields that another service leaves out or (unless it is a link's password) sends in another shape, where the rest is worth
 * showing: a person without a login still has a name, and a shared link without counters still has a URL.
 */
export const standIns: ReadonlyMap<z.ZodType, StandIns> = new Map<z.ZodType, StandIns>([
  [userMini, { name: '', login: '' }],
  [folderMini, { name: '' }],
  [fileMini, mini],
  [filePermissions, allOf(filePermissions)],
  [folderPermissions, allOf(folderPermissions)],
  [fileLock, { id: '', created_by: nobody, created_at: '', is_download_prevented: false }],
  [
    sharedLink,
    {
      effective_access: '',
      effective_permission: '',
      is_password_enabled: false,
      download_count: 0,
      preview_count: 0,
    },
  ],
  [
    task,
    {
      item: { id: '', type: 'file', etag: null, sequence_id: null, ...mini },
      action: 'complete',
      message: '',
      task_assignment_collection: { total_count: 0, entries: [] },
      is_completed: false,
      created_by: nobody,
      created_at: '',
      completion_rule: 'all_assignees',
    },
  ],
  [
    taskAssignment,
    { assigned_to: nobody, message: '', assigned_at: '', resolution_state: 'incomplete', assigned_by: nobody },
  ],
  [recentItem, { interaction_type: 'item_open' }],
]);
