import type { Tries } from '../../tries.ts';
import { type AuthorisationWorld, ok } from '../../world.ts';

const newTemplate = async (world: AuthorisationWorld) => {
  const templateKey = world.freshName().replaceAll(' ', '_');
  const fields = [{ type: 'string', key: 'note', displayName: 'Note' }];
  const body = { scope: 'enterprise', templateKey, displayName: templateKey, fields };
  const { id } = await ok(world.admin.post('/metadata_templates/schema', body));
  return { id, params: { scope: 'enterprise', template_key: templateKey } };
};

const properties = { scope: 'global', template_key: 'properties' };
const secret = (world: AuthorisationWorld) => ({ note: world.secrets[0] ?? '' });

const newFile = async (world: AuthorisationWorld) => ({ file_id: (await world.newFile()).id, ...properties });
const newFolder = async (world: AuthorisationWorld) => ({ folder_id: (await world.newFolder()).id, ...properties });

const describedFile = async (world: AuthorisationWorld) => {
  const params = await newFile(world);
  await ok(world.owner.post(`/files/${params.file_id}/metadata/global/properties`, secret(world)));
  return params;
};
const describedFolder = async (world: AuthorisationWorld) => {
  const params = await newFolder(world);
  await ok(world.owner.post(`/folders/${params.folder_id}/metadata/global/properties`, secret(world)));
  return params;
};

const patch = [{ op: 'add', path: '/more', value: 'words' }];

export const metadataTries: Tries = {
  createMetadataTemplate: async (world) => {
    const displayName = world.freshName();
    return { body: { scope: 'enterprise', templateKey: displayName.replaceAll(' ', '_'), displayName } };
  },
  listGlobalMetadataTemplates: async () => ({}),
  listEnterpriseMetadataTemplates: async () => ({}),
  findMetadataTemplates: async (world) => {
    const { file_id } = await describedFile(world);
    const url = `${world.service.baseUrl}/files/${file_id}/metadata/global/properties`;
    const answer = await world.owner.send('GET', url);
    const { $id } = JSON.parse(answer.bytes.toString());
    return { query: `metadata_instance_id=${$id}` };
  },
  getMetadataTemplateById: async (world) => ({ params: { template_id: (await newTemplate(world)).id } }),
  getMetadataTemplate: async (world) => ({ params: (await newTemplate(world)).params }),
  updateMetadataTemplate: async (world) => ({
    params: (await newTemplate(world)).params,
    body: [{ op: 'editTemplate', data: { displayName: 'Other' } }],
  }),
  deleteMetadataTemplate: async (world) => ({ params: (await newTemplate(world)).params }),

  listFileMetadata: async (world) => ({ params: await describedFile(world) }),
  getFileMetadata: async (world) => ({ params: await describedFile(world) }),
  createFileMetadata: async (world) => ({ params: await newFile(world), body: secret(world) }),
  updateFileMetadata: async (world) => ({ params: await describedFile(world), body: patch }),
  deleteFileMetadata: async (world) => ({ params: await describedFile(world) }),
  listFolderMetadata: async (world) => ({ params: await describedFolder(world) }),
  getFolderMetadata: async (world) => ({ params: await describedFolder(world) }),
  createFolderMetadata: async (world) => ({ params: await newFolder(world), body: secret(world) }),
  updateFolderMetadata: async (world) => ({ params: await describedFolder(world), body: patch }),
  deleteFolderMetadata: async (world) => ({ params: await describedFolder(world) }),
};
