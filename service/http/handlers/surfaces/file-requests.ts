import type { FileRequestStatus } from '../../../../contract/resources/surfaces/file-request.ts';
import { copyFileRequest, createFileRequest } from '../../../domain/surfaces/file-requests/create-file-request.ts';
import { deleteFileRequest } from '../../../domain/surfaces/file-requests/delete-file-request.ts';
import { getFileRequest } from '../../../domain/surfaces/file-requests/get-file-request.ts';
import { listFileRequests } from '../../../domain/surfaces/file-requests/list-file-requests.ts';
import type { RequestSettings } from '../../../domain/surfaces/file-requests/request-settings.ts';
import { updateFileRequest } from '../../../domain/surfaces/file-requests/update-file-request.ts';
import type { Handlers } from '../../handlers.ts';

/** File requests, except for the form itself. */
export const fileRequestHandlers = {
  async createFileRequest({ body }, { service, caller }) {
    const created = await createFileRequest(service, caller, { folderId: body.folder.id, ...settingsOf(body) });
    return { status: 201, body: created };
  },

  async listFileRequests({ query }, { service, caller }) {
    const { folder_id: folderId, marker, limit } = query;
    const page = await listFileRequests(service, caller, { folderId, marker, limit });
    return { status: 200, body: { ...page, entries: [...page.entries] } };
  },

  async getFileRequest({ params }, { service, caller }) {
    return { status: 200, body: await getFileRequest(service, caller, params.file_request_id) };
  },

  async updateFileRequest({ params, headers, body }, { service, caller }) {
    const target = { fileRequestId: params.file_request_id, ifMatch: headers['if-match'] };
    return { status: 200, body: await updateFileRequest(service, caller, { ...target, ...settingsOf(body) }) };
  },

  async deleteFileRequest({ params }, { service, caller }) {
    await deleteFileRequest(service, caller, params.file_request_id);
    return { status: 204 };
  },

  async copyFileRequest({ params, body }, { service, caller }) {
    const places = { fileRequestId: params.file_request_id, folderId: body.folder.id };
    return { status: 200, body: await copyFileRequest(service, caller, { ...places, ...settingsOf(body) }) };
  },
} satisfies Partial<Handlers>;

interface SettingsBody {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly status?: FileRequestStatus | undefined;
  readonly is_email_required?: boolean | undefined;
  readonly is_description_required?: boolean | undefined;
  readonly expires_at?: string | null | undefined;
}

function settingsOf(body: SettingsBody): RequestSettings {
  const { title, description, status, expires_at: expiresAt } = body;
  return {
    title,
    description,
    status,
    isEmailRequired: body.is_email_required,
    isDescriptionRequired: body.is_description_required,
    expiresAt: typeof expiresAt === 'string' ? Date.parse(expiresAt) : expiresAt,
  };
}
