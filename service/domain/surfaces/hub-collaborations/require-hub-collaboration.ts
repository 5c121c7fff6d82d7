import { say } from '../../../../contract/rules/say.ts';
import type { HubCollaborationRecord, HubRecord } from '../../../ports/metadata/surfaces/hubs.ts';
import type { MetadataReads, TreesScope } from '../../../ports/metadata-store.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { hubRoleOf, turnOfHub } from '../hubs/require-hub.ts';

/** A hub collaboration and the caller's relation to it. */
export interface HubCollaborationView {
  readonly collaboration: HubCollaborationRecord;
  readonly hub: HubRecord;
  /** It is the caller's own, not a group's. */
  readonly isOwn: boolean;
  /** The caller is a co-owner of the hub. */
  readonly mayGovern: boolean;
}

/**
 * Finds a hub collaboration that the caller has or is invited to.
 * @throws Refusal `not_found` for those of others.
 */
export async function requireHubCollaboration(
  reads: MetadataReads,
  caller: Caller,
  id: string,
): Promise<HubCollaborationView> {
  const collaboration = await reads.hubs.getCollaboration(id);
  const hub = collaboration ? await reads.hubs.get(collaboration.hubId) : null;
  const role = hub ? await hubRoleOf(reads, caller, hub.id) : null;
  const isOwn = collaboration?.granteeType === 'user' && collaboration.granteeId === caller.user.id;
  if (!collaboration || !hub || !(isOwn || role !== null)) {
    throw new Refusal('not_found', say`Hub collaboration ${id} does not exist, or you have no access to it.`);
  }
  return { collaboration, hub, isOwn, mayGovern: role === 'co-owner' };
}

/** @throws Refusal `forbidden` if the hub would lose its last co-owner. */
export async function requireOtherCoOwner(
  reads: MetadataReads,
  { collaboration, hub }: HubCollaborationView,
): Promise<void> {
  if (collaboration.role !== 'co-owner' || collaboration.status !== 'accepted') return;
  if ((await reads.hubs.countCoOwners(hub.id)) > 1) return;
  const message = say`This is the last co-owner of the hub "${hub.title}". Make someone else a co-owner first, or delete the hub.`;
  throw new Refusal('forbidden', message);
}

/** The same as `turnOfHub`, by one of the hub's collaborations. */
export async function turnOfHubCollaboration(service: Service, id: string): Promise<TreesScope> {
  const collaboration = await service.store.read(({ hubs }) => hubs.getCollaboration(id));
  return turnOfHub(service, collaboration?.hubId ?? '0');
}
