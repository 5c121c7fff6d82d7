import { change } from '../../change/change.ts';
import type { Caller, Service } from '../../service.ts';
import { reportRequest } from './report-request.ts';
import { requireFileRequest } from './require-file-request.ts';

/** Deletes a file request; received files stay. */
export async function deleteFileRequest(service: Service, caller: Caller, id: string): Promise<void> {
  await change(service, caller, async (change) => {
    const { request } = await requireFileRequest(change.tx, caller, id, 'organise');
    await change.tx.fileRequests.delete(request.id);
    await reportRequest(change, 'FILE_REQUEST_DELETE', request);
  });
}
