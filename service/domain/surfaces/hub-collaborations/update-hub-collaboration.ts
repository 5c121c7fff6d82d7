import type { FullHubCollaboration, HubRole } from '../../../../contract/resources/surfaces/hub-collaboration.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { HubCollaborationRecord } from '../../../ports/metadata/surfaces/hubs.ts';
import { changeIn } from '../../change/change.ts';
import { changeHubMember } from '../../collaborations/hub-members.ts';
import { Refusal } from '../../refusal.ts';
import { answerHubCollaboration } from '../../representation/sharing/hub-collaboration.ts';
import type { Caller, Service } from '../../service.ts';
import {
  type HubCollaborationView,
  requireHubCollaboration,
  requireOtherCoOwner,
  turnOfHubCollaboration,
} from './require-hub-collaboration.ts';

/** Input of `updateHubCollaboration`; `status` is the response to an invitation. */
export interface UpdateHubCollaboration {
  readonly id: string;
  readonly role: HubRole | undefined;
  readonly status: 'accepted' | 'rejected' | undefined;
}

/**
 * Changes a role, for co-owners, or responds to an invitation, for the invited user (interface 4.19).
 * @throws Refusal `invalid_status` for an invitation that is not pending; `forbidden` for the last co-owner.
 */
export async function updateHubCollaboration(
  service: Service,
  caller: Caller,
  { id, role, status }: UpdateHubCollaboration,
): Promise<FullHubCollaboration> {
  return changeIn(service, caller, await turnOfHubCollaboration(service, id), async (change) => {
    const { tx, now } = change;
    const view = await requireHubCollaboration(tx, caller, id);
    await tx.requireTrees([view.hub.createdBy]);
    if (status !== undefined) requireAnswerable(view);
    if (role !== undefined && role !== view.collaboration.role) {
      if (!view.mayGovern) {
        throw new Refusal('access_denied_insufficient_permissions', say`Only a co-owner of the hub can change a role.`);
      }
      await requireOtherCoOwner(tx, view);
    }
    const updated: HubCollaborationRecord = {
      ...view.collaboration,
      role: role ?? view.collaboration.role,
      status: status ?? view.collaboration.status,
      modifiedAt: now,
    };
    await changeHubMember(change, view.collaboration, updated);
    return answerHubCollaboration(tx, updated);
  });
}

function requireAnswerable({ collaboration, isOwn }: HubCollaborationView): void {
  if (!isOwn) {
    throw new Refusal(
      'access_denied_insufficient_permissions',
      say`Only the invited person can respond to an invitation.`,
    );
  }
  if (collaboration.status === 'pending') return;
  throw new Refusal('invalid_status', say`The invitation is already ${collaboration.status}.`);
}
