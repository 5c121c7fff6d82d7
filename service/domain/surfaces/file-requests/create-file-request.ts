import type { FullFileRequest } from '../../../../contract/resources/surfaces/file-request.ts';
import type { FileRequestRecord } from '../../../ports/metadata/surfaces/file-requests.ts';
import { type Change, changeIn } from '../../change/change.ts';
import { treesOf } from '../../change/scope.ts';
import type { Caller, Service } from '../../service.ts';
import { answerFileRequest } from './answer-file-request.ts';
import { reportRequest } from './report-request.ts';
import { type RequestSettings, type RequestState, settledRequest } from './request-settings.ts';
import { statusNow } from './request-status.ts';
import { requireFileRequest, requireRequestFolder, treesOfRequest } from './require-file-request.ts';

/** Input of `createFileRequest`; the default title is the folder's name. */
export interface CreateFileRequest extends RequestSettings {
  readonly folderId: string;
}

/** Input of `copyFileRequest`: the original, and the settings that differ. */
export interface CopyFileRequest extends CreateFileRequest {
  readonly fileRequestId: string;
}

/** Creates a form through which people without an account upload files to a folder. */
export async function createFileRequest(
  service: Service,
  caller: Caller,
  { folderId, ...settings }: CreateFileRequest,
): Promise<FullFileRequest> {
  return changeIn(service, caller, treesOf(caller, folderId), async (change) => {
    const folder = await requireRequestFolder(change.tx, caller, folderId);
    await change.tx.requireTrees([folder.item.ownerId]);
    const plain = {
      description: null,
      status: 'active',
      isEmailRequired: false,
      isDescriptionRequired: false,
    } as const;
    const state = settledRequest({ ...plain, title: folder.item.name, expiresAt: null }, settings, change.now);
    const request = await insertRequest(change, folderId, state);
    return answerFileRequest(service, change.tx, caller, { request, folder });
  });
}

/**
 * Copies a file request; the copy is inactive if it accepts nothing now. Everything but the expiry is taken from the original
 * unless given.
 */
export async function copyFileRequest(
  service: Service,
  caller: Caller,
  { fileRequestId, folderId, ...settings }: CopyFileRequest,
): Promise<FullFileRequest> {
  const scope = await treesOfRequest(service, caller, fileRequestId, folderId);
  return changeIn(service, caller, scope, async (change) => {
    const { request: original, folder: source } = await requireFileRequest(change.tx, caller, fileRequestId, 'list');
    const folder = await requireRequestFolder(change.tx, caller, folderId);
    await change.tx.requireTrees([source.item.ownerId, folder.item.ownerId]);
    const now = await statusNow(change.tx, original, source, change.now);
    const state = settledRequest({ ...original, status: now, expiresAt: null }, settings, change.now);
    const request = await insertRequest(change, folderId, state);
    return answerFileRequest(service, change.tx, caller, { request, folder });
  });
}

async function insertRequest(change: Change, folderId: string, state: RequestState): Promise<FileRequestRecord> {
  const { service, tx, now, caller } = change;
  const { title, description, status, isEmailRequired, isDescriptionRequired, expiresAt } = state;
  const request: FileRequestRecord = {
    id: await tx.allocateId(),
    folderId,
    // 128 random bits, so that a form cannot be found by guessing.
    token: service.ids.hex(16),
    title,
    description,
    status,
    isEmailRequired,
    isDescriptionRequired,
    expiresAt,
    etag: 0,
    createdBy: caller.user.id,
    createdAt: now,
    updatedBy: caller.user.id,
    updatedAt: now,
    filesReceived: 0,
    bytesReceived: 0,
  };
  await tx.fileRequests.insert(request);
  await reportRequest(change, 'FILE_REQUEST_CREATE', request);
  return request;
}
