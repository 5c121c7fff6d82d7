import type { Tries } from '../../tries.ts';
import { type AuthorisationWorld, ok } from '../../world.ts';

const lockFolder = async (world: AuthorisationWorld) => {
  const { id } = await world.newFolder();
  return { id, lockId: (await ok(world.owner.post('/folder_locks', { folder: { type: 'folder', id } }))).id };
};

export const folderLockTries: Tries = {
  createFolderLock: async (world) => ({ body: { folder: { type: 'folder', id: (await world.newFolder()).id } } }),
  listFolderLocks: async (world) => ({ query: `folder_id=${(await lockFolder(world)).id}` }),
  deleteFolderLock: async (world) => ({ params: { folder_lock_id: (await lockFolder(world)).lockId } }),
};
