import type { FullFileRequest } from '../../../../contract/resources/surfaces/file-request.ts';
import type { FileRequestRecord } from '../../../ports/metadata/surfaces/file-requests.ts';
import { requireLive } from '../../access/item-access.ts';
import { requireMatch } from '../../access/preconditions.ts';
import { changeIn } from '../../change/change.ts';
import type { Caller, Service } from '../../service.ts';
import { answerFileRequest } from './answer-file-request.ts';
import { reportRequest } from './report-request.ts';
import { type RequestSettings, settledRequest } from './request-settings.ts';
import { statusNow } from './request-status.ts';
import { requireFileRequest, treesOfRequest } from './require-file-request.ts';

/** Input of `updateFileRequest`. */
export interface UpdateFileRequest extends RequestSettings {
  readonly fileRequestId: string;
  readonly ifMatch?: string | undefined;
}

/**
 * Changes a file request.
 * @throws Refusal `precondition_failed` if the caller has not seen its current state, `trashed` if its folder is in the trash.
 */
export async function updateFileRequest(
  service: Service,
  caller: Caller,
  { fileRequestId, ifMatch, ...settings }: UpdateFileRequest,
): Promise<FullFileRequest> {
  return changeIn(service, caller, await treesOfRequest(service, caller, fileRequestId), async (change) => {
    const { tx, now } = change;
    const { request: before, folder } = await requireFileRequest(tx, caller, fileRequestId, 'organise');
    requireLive(folder);
    await tx.requireTrees([folder.item.ownerId]);
    requireMatch({ name: before.title, etag: before.etag }, ifMatch);
    const status = await statusNow(tx, before, folder, now);
    const state = settledRequest({ ...before, status }, settings, now);
    // Activating a form resets its counts.
    const received = settings.status === 'active' ? { filesReceived: 0, bytesReceived: 0 } : {};
    const counters = { etag: before.etag + 1, updatedBy: caller.user.id, updatedAt: now };
    const request: FileRequestRecord = { ...before, ...state, ...counters, ...received };
    await tx.fileRequests.update(request);
    await reportRequest(change, 'FILE_REQUEST_UPDATE', request);
    return answerFileRequest(service, tx, caller, { request, folder });
  });
}
