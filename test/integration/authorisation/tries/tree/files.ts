import { multipartBody } from '../../../../support/service/callers/service-caller.ts';
import type { Tries } from '../../tries.ts';
import { type AuthorisationWorld, ok } from '../../world.ts';

const newFile = async (world: AuthorisationWorld) => ({ file_id: (await world.newFile()).id });

const trashedFile = async (world: AuthorisationWorld) => {
  const params = await newFile(world);
  await ok(world.owner.delete(`/files/${params.file_id}`));
  return params;
};

const fileWithOldVersion = async (world: AuthorisationWorld) => {
  const file = await world.newFile();
  await ok(world.owner.upload({ name: file.name }, 'newer content', `/files/${file.id}/content`));
  return { file_id: file.id, file_version_id: file.file_version.id };
};

const trashedVersion = async (world: AuthorisationWorld) => {
  const params = await fileWithOldVersion(world);
  await ok(world.owner.delete(`/files/${params.file_id}/versions/${params.file_version_id}`));
  return params;
};

const upload = (attributes: unknown) => {
  const { body, type } = multipartBody(attributes, Buffer.from('some content'));
  return { raw: { bytes: body, type } };
};

export const fileTries: Tries = {
  getFile: async (world) => ({ params: await newFile(world) }),
  updateFile: async (world) => ({ params: await newFile(world), body: { name: world.freshName() } }),
  copyFile: async (world) => ({
    params: await newFile(world),
    body: { name: world.freshName(), parent: { id: '0' } },
  }),
  deleteFile: async (world) => ({ params: await newFile(world) }),
  downloadFile: async (world) => ({ params: await newFile(world) }),
  downloadFiles: async (world) => ({ query: `files=${(await newFile(world)).file_id}` }),
  getThumbnail: async (world) => ({ params: { ...(await newFile(world)), extension: 'png' } }),
  restoreFile: async (world) => ({ params: await trashedFile(world), body: {} }),
  getTrashedFile: async (world) => ({ params: await trashedFile(world) }),
  purgeFile: async (world) => ({ params: await trashedFile(world) }),
  preflightUpload: async (world) => ({ body: { name: world.freshName(), size: 1, parent: { id: world.folderId } } }),
  preflightVersion: async (world) => ({ params: await newFile(world), body: { size: 1 } }),
  uploadFile: async (world) => upload({ name: world.freshName(), parent: { id: world.folderId } }),
  uploadFiles: async (world) => {
    const entry = { name: world.freshName(), parent: { id: world.folderId }, size: 12 };
    return upload({ entries: [entry] });
  },
  uploadVersion: async (world) => {
    const file = await world.newFile();
    return { params: { file_id: file.id }, ...upload({ name: file.name }) };
  },
  listVersions: async (world) => ({ params: await newFile(world) }),
  getVersion: async (world) => ({ params: await fileWithOldVersion(world) }),
  deleteVersion: async (world) => ({ params: await fileWithOldVersion(world) }),
  restoreVersion: async (world) => ({ params: await trashedVersion(world), body: { trashed_at: null } }),
  promoteVersion: async (world) => {
    const { file_id, file_version_id } = await fileWithOldVersion(world);
    return { params: { file_id }, body: { id: file_version_id, type: 'file_version' } };
  },
};
