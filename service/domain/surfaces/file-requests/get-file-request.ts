import type { FullFileRequest } from '../../../../contract/resources/surfaces/file-request.ts';
import type { Caller, Service } from '../../service.ts';
import { answerFileRequest } from './answer-file-request.ts';
import { requireFileRequest } from './require-file-request.ts';

/** A file request, for anyone with access to its folder. */
export async function getFileRequest(service: Service, caller: Caller, id: string): Promise<FullFileRequest> {
  return service.store.read(async (reads) => {
    const view = await requireFileRequest(reads, caller, id, 'list');
    return answerFileRequest(service, reads, caller, view);
  });
}
