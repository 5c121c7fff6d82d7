import { say } from '../../../../contract/rules/say.ts';
import { changeIn } from '../../change/change.ts';
import { changeHubMember } from '../../collaborations/hub-members.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { requireHubCollaboration, requireOtherCoOwner, turnOfHubCollaboration } from './require-hub-collaboration.ts';

/**
 * Removes a member from a hub, for co-owners, or leaves it.
 * @throws Refusal `forbidden` for the last co-owner.
 */
export async function deleteHubCollaboration(service: Service, caller: Caller, id: string): Promise<void> {
  await changeIn(service, caller, await turnOfHubCollaboration(service, id), async (change) => {
    const { tx } = change;
    const view = await requireHubCollaboration(tx, caller, id);
    await tx.requireTrees([view.hub.createdBy]);
    if (!view.isOwn && !view.mayGovern) {
      throw new Refusal(
        'access_denied_insufficient_permissions',
        say`Only a co-owner can remove someone from the hub.`,
      );
    }
    await requireOtherCoOwner(tx, view);
    await changeHubMember(change, view.collaboration, null);
  });
}
