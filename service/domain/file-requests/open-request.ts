import type { FileRequestRecord } from '../../ports/metadata/file-requests.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { isTrashed } from '../access/item-access.ts';
import { type Place, placeIn } from '../change/place.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { isSecretName } from '../shared-links/live-link.ts';
import { statusNow } from './request-status.ts';

/** A file request that takes files now, and where they go. */
export interface OpenRequest {
  readonly request: FileRequestRecord;
  readonly place: Place;
}

/**
 * The file request at an address, while it takes files.
 * @throws Refusal `not_found` when there is none, it is inactive or over, its folder is gone, the account of its owner is closed, or
 * the person who answers for it may no longer upload there.
 */
export async function getOpenRequest(service: Service, token: string): Promise<OpenRequest> {
  return service.store.read((reads) => requireOpenRequest(reads, token, service.clock.now()));
}

/** The same within a transaction or another question. */
export async function requireOpenRequest(reads: MetadataReads, token: string, now: number): Promise<OpenRequest> {
  const request = isSecretName(token) ? await reads.fileRequests.getByToken(token) : null;
  const item = request && (await reads.items.get(request.folderId));
  const owner = item && (await reads.users.get(item.ownerId));
  if (!request || item?.kind !== 'folder' || owner === null || owner.status === 'inactive') throw closed();
  const ancestors = await reads.items.ancestors(item);
  if (isTrashed({ item, ancestors })) throw closed();
  if ((await statusNow(reads, request, { item, ancestors }, now)) === 'inactive') throw closed();
  // Who submits may put something in and see nothing.
  return { request, place: placeIn({ item, ancestors, access: { role: 'uploader', sharedItemId: item.id } }) };
}

function closed(): Refusal {
  const message = 'This file request takes no files, or does not exist. Ask whoever sent the address.';
  return new Refusal('not_found', message);
}
