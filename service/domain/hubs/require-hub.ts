import type { HubRole } from '../../../contract/resources/hub-collaboration.ts';
import type { HubRecord } from '../../ports/metadata/hubs.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from '../service.ts';
import { allowsInHub, type HubAction, strongestHubRole } from './hub-rights.ts';

/** A hub and what the caller is in it. */
export interface HubView {
  readonly hub: HubRecord;
  readonly role: HubRole;
}

/**
 * A hub that the caller has, by an own collaboration or by one of a group, and may do this with.
 * @throws Refusal `not_found`: a hub of others looks like none; `access_denied_insufficient_permissions`.
 */
export async function requireHub(
  reads: MetadataReads,
  caller: Caller,
  id: string,
  action: HubAction,
): Promise<HubView> {
  const hub = await reads.hubs.get(id);
  const role = hub ? await hubRoleOf(reads, caller, id) : null;
  if (!hub || role === null) throw new Refusal('not_found', `There is no hub ${id}, or you do not have it.`);
  if (allowsInHub(role, action, hub)) return { hub, role };
  const message = `Your role "${role}" does not allow this with the hub "${hub.title}". Ask a co-owner for more.`;
  throw new Refusal('access_denied_insufficient_permissions', message);
}

/** What the caller is in a hub; null for nothing. A token that is limited to one item reaches no hub. */
export async function hubRoleOf(reads: MetadataReads, caller: Caller, hubId: string): Promise<HubRole | null> {
  if (caller.restrictedTo !== null) return null;
  const all = await reads.hubs.collaborationsOf(hubId, caller.user.id);
  return strongestHubRole(all.filter(({ status }) => status === 'accepted').map(({ role }) => role));
}
