import type { FullHubCollaboration, HubRole } from '../../../../contract/resources/surfaces/hub-collaboration.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { HubCollaborationRecord } from '../../../ports/metadata/surfaces/hubs.ts';
import { type Change, changeIn } from '../../change/change.ts';
import { changeHubMember } from '../../collaborations/hub-members.ts';
import {
  findInvited,
  type Invited,
  type InvitedName,
  mayInvite,
  requireInEnterprise,
} from '../../collaborations/invited.ts';
import { Refusal } from '../../refusal.ts';
import { answerHubCollaboration } from '../../representation/sharing/hub-collaboration.ts';
import type { Caller, Service } from '../../service.ts';
import { includesRole } from '../hubs/hub-rights.ts';
import { requireHub, turnOfHub } from '../hubs/require-hub.ts';

/** Input of `createHubCollaboration`. */
export interface CreateHubCollaboration {
  readonly hubId: string;
  readonly invited: InvitedName;
  readonly role: HubRole;
}

/**
 * Shares a hub with a user or a group (interface 4.18). Users of this service get access at once if configured so; others have to
 * accept first. An unknown email address waits for the account that gets it as its login. A declined invitation may be repeated.
 * @throws Refusal `user_already_collaborator`; `forbidden_by_policy` if the hub is restricted to the enterprise.
 */
export async function createHubCollaboration(
  service: Service,
  caller: Caller,
  { hubId, invited: name, role }: CreateHubCollaboration,
): Promise<FullHubCollaboration> {
  const isKnown = await mayInvite(service, caller, name);
  return changeIn(service, caller, await turnOfHub(service, hubId), async (change) => {
    const { tx } = change;
    const view = await requireHub(tx, caller, hubId, 'invite');
    await tx.requireTrees([view.hub.createdBy]);
    if (!includesRole(view.role, role)) {
      const message = say`As ${view.role} of the hub "${view.hub.title}" you cannot add someone as ${role}.`;
      throw new Refusal('access_denied_insufficient_permissions', message);
    }
    const invited = await findInvited(tx, caller, name, isKnown);
    const { title, isCollaborationRestrictedToEnterprise: isRestricted } = view.hub;
    requireInEnterprise(caller, invited, { name: title, isRestricted });
    const collaboration = await newCollaboration(change, hubId, invited, role);
    const before = await tx.hubs.findCollaboration(hubId, collaboration);
    if (before && before.status !== 'rejected') {
      throw new Refusal('user_already_collaborator', say`The hub "${view.hub.title}" is already shared with them.`);
    }
    if (before) await changeHubMember(change, before, null);
    await changeHubMember(change, null, collaboration);
    return answerHubCollaboration(tx, collaboration);
  });
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
