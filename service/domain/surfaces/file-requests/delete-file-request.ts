import { changeIn } from '../../change/change.ts';
import type { Caller, Service } from '../../service.ts';
import { reportRequest } from './report-request.ts';
import { requireFileRequest, treesOfRequest } from './require-file-request.ts';

/** Deletes a file request; received files stay. */
export async function deleteFileRequest(service: Service, caller: Caller, id: string): Promise<void> {
  await changeIn(service, caller, await treesOfRequest(service, caller, id), async (change) => {
    const { request, folder } = await requireFileRequest(change.tx, caller, id, 'organise');
    await change.tx.requireTrees([folder.item.ownerId]);
    await change.tx.fileRequests.delete(request.id);
    await reportRequest(change, 'FILE_REQUEST_DELETE', request);
  });
}
