import type { HubRole } from '../../../../contract/resources/surfaces/hub-collaboration.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { HubCollaborationRecord, HubRecord } from '../../../ports/metadata/surfaces/hubs.ts';
import type { MetadataReads, TreesScope } from '../../../ports/metadata-store.ts';
import { isAdministrator } from '../../access/enterprise/administration.ts';
import { ownedBy } from '../../change/scope.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { allowsInHub, type HubAction, strongestHubRole } from './hub-rights.ts';

/** A hub and the caller's role in it. */
export interface HubView {
  readonly hub: HubRecord;
  readonly role: HubRole;
}

/**
 * Finds a hub in which the caller may do this, directly or through a group.
 * @throws Refusal `not_found`: a hub without access looks like a missing one; `access_denied_insufficient_permissions`.
 */
export async function requireHub(
  reads: MetadataReads,
  caller: Caller,
  id: string,
  action: HubAction,
): Promise<HubView> {
  const hub = await reads.hubs.get(id);
  const role = hub ? await hubRoleOf(reads, caller, id) : null;
  if (!hub || role === null)
    throw new Refusal('not_found', say`Hub ${id} does not exist, or you have no access to it.`);
  if (allowsInHub(role, action, hub)) return { hub, role };
  const message = say`Your role "${role}" does not allow this in the hub "${hub.title}". Ask a co-owner for a stronger role.`;
  throw new Refusal('access_denied_insufficient_permissions', message);
}

/** The caller's role in a hub; null for none. Administrators govern every hub: one may have no co-owner left. */
export async function hubRoleOf(reads: MetadataReads, caller: Caller, hubId: string): Promise<HubRole | null> {
  if (isAdministrator(caller)) return 'co-owner';
  return strongestHubRole((await hubRolesOf(reads, caller, hubId)).map(({ role }) => role));
}

/** The collaborations that give the caller a role in a hub, directly and through groups. */
export async function hubRolesOf(
  reads: MetadataReads,
  caller: Caller,
  hubId: string,
): Promise<readonly HubCollaborationRecord[]> {
  const all = await reads.hubs.collaborationsOf(hubId, caller.user.id);
  return all.filter(({ status }) => status === 'accepted');
}

/** The scope of changes to a hub: the lock of its creator. It is empty without the hub, and the change finds out. */
export async function turnOfHub({ store }: Service, id: string): Promise<TreesScope> {
  const hub = await store.read(({ hubs }) => hubs.get(id));
  return hub ? ownedBy(hub.createdBy) : ownedBy();
}
