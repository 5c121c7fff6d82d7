import { z } from 'zod';
import { dateTime } from '../ids.ts';
import { userMini } from '../people/user.ts';
import { folderMini } from './folder-mini.ts';

/** A lock that prevents a folder from being moved or deleted. */
export const folderLock = z.object({
  id: z.string(),
  type: z.literal('folder_lock'),
  folder: folderMini,
  created_by: userMini,
  created_at: dateTime,
  locked_operations: z.object({ move: z.boolean(), delete: z.boolean() }),
  lock_type: z.literal('freeze'),
});
export type FolderLock = z.output<typeof folderLock>;

/** The locks on one folder; `limit` is a string in this one list. */
export const folderLocks = z.object({
  entries: z.array(folderLock),
  limit: z.string(),
  next_marker: z.string().nullable(),
});
