import type { OffsetPage } from '../../../contract/resources/paging.ts';
import type { FullCollaboration } from '../../../contract/resources/sharing/collaboration.ts';
import { answerCollaboration, answerCollaborations } from '../representation/sharing/answer-collaboration.ts';
import type { Caller, Service } from '../service.ts';
import { requireCollaboration } from './require-collaboration.ts';

/** Returns a collaboration that concerns the caller. */
export async function getCollaboration(service: Service, caller: Caller, id: string): Promise<FullCollaboration> {
  return service.store.read(async (reads) => {
    const { collaboration } = await requireCollaboration(reads, caller, id);
    return answerCollaboration(service, reads, caller, collaboration);
  });
}

/** The caller's pending invitations, oldest first. */
export async function listPendingCollaborations(
  service: Service,
  caller: Caller,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<OffsetPage<FullCollaboration>> {
  return service.store.read(async (reads) => {
    const pending = await reads.collaborations.listPending(caller.user.id, { offset, limit });
    const total_count = await reads.collaborations.countPending(caller.user.id);
    const entries = await answerCollaborations(service, reads, caller, pending);
    return { total_count, limit, offset, entries };
  });
}
