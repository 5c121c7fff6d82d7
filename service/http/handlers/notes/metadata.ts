import { createInstance, deleteInstance, updateInstance } from '../../../domain/notes/metadata/change-instance.ts';
import { createTemplate, deleteTemplate, updateTemplate } from '../../../domain/notes/metadata/change-template.ts';
import { getInstance, listInstances } from '../../../domain/notes/metadata/get-instances.ts';
import {
  getTemplate,
  getTemplateById,
  getTemplateOfInstance,
  listTemplates,
} from '../../../domain/notes/metadata/list-templates.ts';
import type { Handlers } from '../../handlers.ts';

interface TemplateParams {
  readonly scope: string;
  readonly template_key: string;
}

const templateName = ({ scope, template_key }: TemplateParams) => ({ scope, key: template_key });
const fileTarget = (params: TemplateParams & { readonly file_id: string }) => ({
  item: { kind: 'file' as const, id: params.file_id },
  template: templateName(params),
});
const folderTarget = (params: TemplateParams & { readonly folder_id: string }) => ({
  item: { kind: 'folder' as const, id: params.folder_id },
  template: templateName(params),
});

/** Metadata: templates, and their instances on files and folders. */
export const metadataHandlers = {
  async createMetadataTemplate({ body }, { service, caller }) {
    const { scope, templateKey, displayName, hidden, copyInstanceOnItemCopy, fields = [] } = body;
    const request = { scope, key: templateKey, displayName, hidden, copyInstanceOnItemCopy, fields };
    return { status: 201, body: await createTemplate(service, caller, request) };
  },

  async listGlobalMetadataTemplates({ query }, { service, caller }) {
    const { marker, limit } = query;
    return { status: 200, body: await listTemplates(service, caller, { scope: 'global', marker, limit }) };
  },

  async listEnterpriseMetadataTemplates({ query }, { service, caller }) {
    const { marker, limit } = query;
    return { status: 200, body: await listTemplates(service, caller, { scope: 'enterprise', marker, limit }) };
  },

  async findMetadataTemplates({ query }, { service, caller }) {
    const template = await getTemplateOfInstance(service, caller, query.metadata_instance_id);
    return { status: 200, body: { limit: query.limit, next_marker: null, entries: [template] } };
  },

  async getMetadataTemplateById({ params }, { service, caller }) {
    return { status: 200, body: await getTemplateById(service, caller, params.template_id) };
  },

  async getMetadataTemplate({ params }, { service, caller }) {
    return { status: 200, body: await getTemplate(service, caller, templateName(params)) };
  },

  async updateMetadataTemplate({ params, body }, { service, caller }) {
    const template = await updateTemplate(service, caller, { name: templateName(params), steps: body });
    return { status: 200, body: template };
  },

  async deleteMetadataTemplate({ params }, { service, caller }) {
    await deleteTemplate(service, caller, templateName(params));
    return { status: 204 };
  },

  async listFileMetadata({ params }, { service, caller }) {
    return { status: 200, body: await listInstances(service, caller, { kind: 'file', id: params.file_id }) };
  },

  async getFileMetadata({ params }, { service, caller }) {
    return { status: 200, body: await getInstance(service, caller, fileTarget(params)) };
  },

  async createFileMetadata({ params, body }, { service, caller }) {
    return { status: 201, body: await createInstance(service, caller, { ...fileTarget(params), values: body }) };
  },

  async updateFileMetadata({ params, body }, { service, caller }) {
    return { status: 200, body: await updateInstance(service, caller, { ...fileTarget(params), steps: body }) };
  },

  async deleteFileMetadata({ params }, { service, caller }) {
    await deleteInstance(service, caller, fileTarget(params));
    return { status: 204 };
  },

  async listFolderMetadata({ params }, { service, caller }) {
    return { status: 200, body: await listInstances(service, caller, { kind: 'folder', id: params.folder_id }) };
  },

  async getFolderMetadata({ params }, { service, caller }) {
    return { status: 200, body: await getInstance(service, caller, folderTarget(params)) };
  },

  async createFolderMetadata({ params, body }, { service, caller }) {
    return { status: 201, body: await createInstance(service, caller, { ...folderTarget(params), values: body }) };
  },

  async updateFolderMetadata({ params, body }, { service, caller }) {
    return { status: 200, body: await updateInstance(service, caller, { ...folderTarget(params), steps: body }) };
  },

  async deleteFolderMetadata({ params }, { service, caller }) {
    await deleteInstance(service, caller, folderTarget(params));
    return { status: 204 };
  },
} satisfies Partial<Handlers>;
