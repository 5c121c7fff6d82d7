import type { Tries } from '../../tries.ts';
import { type AuthorisationWorld, ok } from '../../world.ts';

const newRequest = async (world: AuthorisationWorld) => {
  const folder = { type: 'folder', id: world.folderId };
  const title = `${world.secrets[0]} request`;
  return { file_request_id: (await ok(world.owner.post('/file_requests', { folder, title }))).id };
};

export const fileRequestTries: Tries = {
  createFileRequest: async (world) => ({ body: { folder: { type: 'folder', id: world.folderId } } }),
  listFileRequests: async () => ({}),
  getFileRequest: async (world) => ({ params: await newRequest(world) }),
  updateFileRequest: async (world) => ({ params: await newRequest(world), body: { status: 'inactive' } }),
  deleteFileRequest: async (world) => ({ params: await newRequest(world) }),
  copyFileRequest: async (world) => {
    const folder = { type: 'folder', id: world.folderId };
    return { params: await newRequest(world), body: { folder } };
  },
};
