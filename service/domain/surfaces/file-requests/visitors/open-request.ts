import { say } from '../../../../../contract/rules/say.ts';
import type { FileRequestRecord } from '../../../../ports/metadata/surfaces/file-requests.ts';
import type { MetadataReads } from '../../../../ports/metadata-store.ts';
import { isSecretName } from '../../../access/links/live-link.ts';
import { type Place, placeIn } from '../../../change/place.ts';
import { Refusal } from '../../../refusal.ts';
import type { Service } from '../../../service.ts';
import { statusNow } from '../request-status.ts';

/** An active file request and its destination. */
export interface OpenRequest {
  readonly request: FileRequestRecord;
  readonly place: Place;
}

/**
 * Finds an active file request by its token.
 * @throws Refusal `not_found` if it does not exist, is inactive or expired, its folder no longer exists, its owner's account is
 * closed, or its responsible user may no longer upload there.
 */
export async function getOpenRequest(service: Service, token: string): Promise<OpenRequest> {
  return service.store.read((reads) => requireOpenRequest(reads, token, service.clock.now()));
}

/** The same within a transaction or another query. */
export async function requireOpenRequest(reads: MetadataReads, token: string, now: number): Promise<OpenRequest> {
  const request = isSecretName(token) ? await reads.fileRequests.getByToken(token) : null;
  const item = request && (await reads.items.get(request.folderId));
  const owner = item && (await reads.users.get(item.ownerId));
  if (!request || item?.kind !== 'folder' || owner === null || owner.status === 'inactive') throw closed();
  const ancestors = await reads.items.ancestors(item);
  if ((await statusNow(reads, request, { item, ancestors }, now)) === 'inactive') throw closed();
  // Submitters may upload and see nothing.
  return { request, place: placeIn({ item, ancestors, access: { role: 'uploader', sharedItemId: item.id } }) };
}

function closed(): Refusal {
  const message = say`This file request is closed or does not exist. Ask the person who sent you the link.`;
  return new Refusal('not_found', message);
}
