import { limits } from '../../../../contract/rules/limits.ts';
import { createFolderLock, deleteFolderLock, listFolderLocks } from '../../../domain/tree/locks/folder-locks.ts';
import type { Handlers } from '../../handlers.ts';

/** Folder locks. */
export const folderLockHandlers = {
  async createFolderLock({ body }, { service, caller }) {
    return { status: 200, body: await createFolderLock(service, caller, body.folder.id) };
  },

  async listFolderLocks({ query }, { service, caller }) {
    const entries = await listFolderLocks(service, caller, query.folder_id);
    return { status: 200, body: { entries, limit: String(limits.pageLimit), next_marker: null } };
  },

  async deleteFolderLock({ params }, { service, caller }) {
    await deleteFolderLock(service, caller, params.folder_lock_id);
    return { status: 204 };
  },
} satisfies Partial<Handlers>;
