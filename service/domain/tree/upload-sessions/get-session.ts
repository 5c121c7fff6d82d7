import type { UploadPart } from '../../../../contract/resources/items/upload-session.ts';
import type { OffsetPage } from '../../../../contract/resources/paging.ts';
import type { Caller, Service } from '../../service.ts';
import { presentPart, presentSession, type UploadSessionView } from './present-session.ts';
import { requireOpenSession } from './require-session.ts';

/** An open session of the caller. */
export async function getSession(service: Service, caller: Caller, sessionId: string): Promise<UploadSessionView> {
  return service.store.read(async (reads) => {
    const session = await requireOpenSession(service, reads, caller, sessionId);
    return presentSession(session, await reads.sessions.countParts(session.id));
  });
}

/** Input of `listParts`. */
export interface ListParts {
  readonly sessionId: string;
  readonly offset: number;
  readonly limit: number;
}

/** The stored parts, ordered by offset: an interrupted client need not send them again. */
export async function listParts(
  service: Service,
  caller: Caller,
  { sessionId, offset, limit }: ListParts,
): Promise<OffsetPage<UploadPart>> {
  return service.store.read(async (reads) => {
    const session = await requireOpenSession(service, reads, caller, sessionId);
    const parts = await reads.sessions.listParts(session.id, { offset, limit });
    const total_count = await reads.sessions.countParts(session.id);
    return { total_count, limit, offset, entries: parts.map(presentPart) };
  });
}
