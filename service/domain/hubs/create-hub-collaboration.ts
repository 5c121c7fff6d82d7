import type { FullHubCollaboration, HubRole } from '../../../contract/resources/hub-collaboration.ts';
import type { HubCollaborationRecord, HubRecord } from '../../ports/metadata/hubs.ts';
import { type Change, change } from '../change/change.ts';
import { findInvited, type Invited, type InvitedName } from '../collaborations/invited.ts';
import { Refusal } from '../refusal.ts';
import type { Caller, Service } from '../service.ts';
import { includesRole } from './hub-rights.ts';
import { answerHubCollaboration } from './present-hub.ts';
import { requireHub } from './require-hub.ts';

/** What `createHubCollaboration` is told. */
export interface CreateHubCollaboration {
  readonly hubId: string;
  readonly invited: InvitedName;
  readonly role: HubRole;
}

/**
 * Gives a hub to a person or a group (service-api.md 4.18). People of this service have it at once when the service is set so, others
 * are asked first; an address that nobody has waits for whoever gets it as a login. Who declined may be asked again.
 * @throws Refusal `user_already_collaborator`; `forbidden_by_policy` where a hub keeps to the enterprise.
 */
export async function createHubCollaboration(
  service: Service,
  caller: Caller,
  { hubId, invited: name, role }: CreateHubCollaboration,
): Promise<FullHubCollaboration> {
  return change(service, caller, async (change) => {
    const { tx } = change;
    const view = await requireHub(tx, caller, hubId, 'invite');
    if (!includesRole(view.role, role)) {
      const message = `You are ${view.role} of the hub "${view.hub.title}" and cannot make somebody its ${role}.`;
      throw new Refusal('access_denied_insufficient_permissions', message);
    }
    const invited = await findInvited(tx, caller, name);
    requireInside(view.hub, caller, invited);
    const collaboration = await newCollaboration(change, hubId, invited, role);
    const before = await tx.hubs.findCollaboration(hubId, collaboration);
    if (before && before.status !== 'rejected') {
      throw new Refusal('user_already_collaborator', `The hub "${view.hub.title}" was given to them already.`);
    }
    if (before) await tx.hubs.deleteCollaboration(before.id);
    await tx.hubs.insertCollaboration(collaboration);
    return answerHubCollaboration(tx, collaboration);
  });
}

/** People without an account are from outside of the enterprise. */
function requireInside(hub: HubRecord, caller: Caller, invited: Invited): void {
  if (invited.kind !== 'address') return;
  if (!hub.isCollaborationRestrictedToEnterprise && !caller.user.profile.isExternalCollabRestricted) return;
  const message = `Only people of the enterprise may have the hub "${hub.title}"; "${invited.email}" has no account.`;
  throw new Refusal('forbidden_by_policy', message);
}

async function newCollaboration(
  { service, tx, now, caller }: Change,
  hubId: string,
  invited: Invited,
  role: HubRole,
): Promise<HubCollaborationRecord> {
  const isIn = invited.kind === 'group' || (invited.kind === 'user' && service.settings.acceptManagedUsersAtOnce);
  return {
    id: await tx.allocateId(),
    hubId,
    ...granteeOf(invited),
    role,
    status: isIn ? 'accepted' : 'pending',
    createdBy: caller.user.id,
    createdAt: now,
    modifiedAt: now,
  };
}

function granteeOf(invited: Invited): Pick<HubCollaborationRecord, 'granteeType' | 'granteeId' | 'inviteKey'> {
  switch (invited.kind) {
    case 'user':
      return { granteeType: 'user', granteeId: invited.user.id, inviteKey: null };
    case 'group':
      return { granteeType: 'group', granteeId: invited.group.id, inviteKey: null };
    case 'address':
      return { granteeType: 'user', granteeId: null, inviteKey: invited.email.toLowerCase() };
  }
}
