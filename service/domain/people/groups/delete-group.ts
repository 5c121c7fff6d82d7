import { requireAdministrator } from '../../access/enterprise/administration.ts';
import { requireGroup } from '../../access/enterprise/group-rights.ts';
import { type Change, change } from '../../change/change.ts';
import { removeCollaborations } from '../../collaborations/delete-collaboration.ts';
import { leaveHubs } from '../../collaborations/hub-members.ts';
import type { Caller, Service } from '../../service.ts';
import { emitMembership } from '../group-memberships/membership-events.ts';
import { groupSource } from './group-source.ts';

/** Rows per read. */
const batch = 1000;

/** Deletes a group and its memberships; members lose the access that came only through the group. */
export async function deleteGroup(service: Service, caller: Caller, groupId: string): Promise<void> {
  await change(service, caller, async (change) => {
    const { group } = await requireGroup(change.tx, caller, groupId);
    requireAdministrator(caller);
    await removeAccess(change, group.id);
    for (const { userId } of await change.tx.groups.members([group.id])) {
      await emitMembership(change, 'GROUP_REMOVE_USER', group, userId);
    }
    await leaveHubs(change, 'group', group.id);
    await change.tx.groups.delete(group.id);
    await change.report({ adminType: 'GROUP_DELETION', trigger: null, source: groupSource(group) });
  });
}

async function removeAccess(change: Change, groupId: string): Promise<void> {
  for (;;) {
    const some = await change.tx.collaborations.listOfGroup(groupId, { offset: 0, limit: batch });
    await removeCollaborations(change, some, 'COLLABORATION_REMOVE');
    if (some.length < batch) return;
  }
}
