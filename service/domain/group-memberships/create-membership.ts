import type { FullGroupMembership, MembershipRole } from '../../../contract/resources/group.ts';
import type { GroupPermissions, MembershipRecord } from '../../ports/metadata/groups.ts';
import { change } from '../change/change.ts';
import { requireAdministrator } from '../enterprise/administration.ts';
import { requireGroupManager } from '../groups/group-rights.ts';
import { Refusal } from '../refusal.ts';
import type { Caller, Service } from '../service.ts';
import { accessOfGroup, emitGained, emitMembership } from './membership-events.ts';
import { reportAdministration } from './membership-report.ts';
import { answerMembership } from './present-membership.ts';

/** What `createMembership` is told. */
export interface CreateMembership {
  readonly groupId: string;
  readonly userId: string;
  readonly role: MembershipRole;
  readonly permissions: GroupPermissions;
}

/**
 * Takes a person into a group, who has from then on all that the group has. For administrators of the group or of the enterprise;
 * only the latter say what an administrator of the group may do beyond it.
 * @throws Refusal `conflict` when the person is in the group already.
 */
export async function createMembership(
  service: Service,
  caller: Caller,
  { groupId, userId, role, permissions }: CreateMembership,
): Promise<FullGroupMembership> {
  return change(service, caller, async (change) => {
    const { tx, now } = change;
    const { group } = await requireGroupManager(tx, caller, groupId);
    if (permissions !== 'unset') requireAdministrator(caller);
    const user = await tx.users.get(userId);
    if (!user) throw new Refusal('not_found', `There is no user ${userId} to take into the group.`);
    if (await tx.groups.membershipOf(group.id, user.id)) {
      throw new Refusal('conflict', `"${user.login}" is in the group "${group.name}" already.`);
    }
    const gained = await accessOfGroup(change, group.id);
    const membership: MembershipRecord = {
      id: await tx.allocateId(),
      groupId: group.id,
      userId: user.id,
      role,
      permissions,
      createdAt: now,
      modifiedAt: now,
    };
    await tx.groups.insertMembership(membership);
    await emitMembership(change, 'GROUP_ADD_USER', group, user.id);
    await reportAdministration(change, null, membership);
    await emitGained(change, gained, user.id);
    return answerMembership(tx, membership);
  });
}
