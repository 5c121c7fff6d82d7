import type { FullFileRequest } from '../../../../contract/resources/surfaces/file-request.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { presentAncestor, presentUserMini } from '../../kernel/mini.ts';
import { presentDate, presentOptionalDate } from '../../representation/dates.ts';
import { gatherPeople } from '../../representation/people.ts';
import type { Caller, Service } from '../../service.ts';
import { statusNow } from './request-status.ts';
import type { RequestView } from './require-file-request.ts';

/** The response for one file request, in full. */
export async function answerFileRequest(
  { clock }: Service,
  reads: MetadataReads,
  caller: Caller,
  { request, folder }: RequestView,
): Promise<FullFileRequest> {
  const { createdBy, updatedBy } = request;
  const people = await gatherPeople(reads, [createdBy, updatedBy], [caller.user]);
  const person = (id: string) => presentUserMini(id, people.get(id));
  return {
    id: request.id,
    type: 'file_request',
    folder: presentAncestor(folder.item),
    title: request.title,
    description: request.description,
    status: await statusNow(reads, request, folder, clock.now()),
    is_email_required: request.isEmailRequired,
    is_description_required: request.isDescriptionRequired,
    expires_at: presentOptionalDate(request.expiresAt),
    url: `/f/${request.token}`,
    etag: String(request.etag),
    created_by: person(createdBy),
    created_at: presentDate(request.createdAt),
    updated_by: person(updatedBy),
    updated_at: presentDate(request.updatedAt),
  };
}
