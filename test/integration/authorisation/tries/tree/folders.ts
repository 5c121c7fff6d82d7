import type { Tries } from '../../tries.ts';
import { type AuthorisationWorld, ok } from '../../world.ts';

const trashedFolder = async (world: AuthorisationWorld) => {
  const { id } = await world.newFolder();
  await ok(world.owner.delete(`/folders/${id}`));
  return { folder_id: id };
};

export const folderTries: Tries = {
  createFolder: async (world) => ({ body: { name: world.freshName(), parent: { id: world.folderId } } }),
  getFolder: async (world) => ({ params: { folder_id: (await world.newFolder()).id } }),
  listFolderItems: async (world) => ({ params: { folder_id: world.folderId } }),
  updateFolder: async (world) => ({
    params: { folder_id: (await world.newFolder()).id },
    body: { name: world.freshName() },
  }),
  copyFolder: async (world) => ({
    params: { folder_id: (await world.newFolder()).id },
    body: { name: world.freshName(), parent: { id: '0' } },
  }),
  deleteFolder: async (world) => ({ params: { folder_id: (await world.newFolder()).id } }),
  restoreFolder: async (world) => ({ params: await trashedFolder(world), body: {} }),
  getTrashedFolder: async (world) => ({ params: await trashedFolder(world) }),
  purgeFolder: async (world) => ({ params: await trashedFolder(world) }),
  listTrash: async () => ({}),
};
