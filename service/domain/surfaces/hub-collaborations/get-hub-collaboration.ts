import type { MarkerPage } from '../../../../contract/resources/paging.ts';
import type { FullHubCollaboration } from '../../../../contract/resources/surfaces/hub-collaboration.ts';
import { pagingById } from '../../kernel/paging/id-paging.ts';
import { answerHubCollaboration, answerHubCollaborations } from '../../representation/sharing/hub-collaboration.ts';
import type { Caller, Service } from '../../service.ts';
import { hubRolesOf, requireHub } from '../hubs/require-hub.ts';
import { requireHubCollaboration } from './require-hub-collaboration.ts';

/** A collaboration on a hub that the caller has or is invited to. */
export async function getHubCollaboration(service: Service, caller: Caller, id: string): Promise<FullHubCollaboration> {
  return service.store.read(async (reads) => {
    const { collaboration } = await requireHubCollaboration(reads, caller, id);
    return answerHubCollaboration(reads, collaboration);
  });
}

/** Input of `listHubCollaborations`. */
export interface ListHubCollaborations {
  readonly hubId: string;
  readonly marker: string | undefined;
  readonly limit: number;
  /** Only those that give the caller a role. */
  readonly isOwn?: boolean;
}

/** Lists the members and invitations of a hub, oldest first, for all its members (interface 4.20). */
export async function listHubCollaborations(
  service: Service,
  caller: Caller,
  { hubId, marker, limit, isOwn = false }: ListHubCollaborations,
): Promise<MarkerPage<FullHubCollaboration>> {
  const list = ['hub collaborations', hubId, ...(isOwn ? ['own'] : [])];
  const paging = pagingById(service, list, { marker, limit });
  return service.store.read(async (reads) => {
    await requireHub(reads, caller, hubId, 'view');
    const rows = isOwn
      ? paging.wantedOf(await hubRolesOf(reads, caller, hubId))
      : await reads.hubs.listCollaborations(hubId, paging.wanted);
    const page = paging.pageOf(rows);
    return { ...page, entries: await answerHubCollaborations(reads, page.entries) };
  });
}
