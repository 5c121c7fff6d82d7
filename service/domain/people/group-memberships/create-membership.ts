import type { FullGroupMembership, MembershipRole } from '../../../../contract/resources/people/group.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { GroupPermissions, MembershipRecord } from '../../../ports/metadata/people/groups.ts';
import { isAdministrator, requireAdministrator } from '../../access/enterprise/administration.ts';
import { requireGroupManager } from '../../access/enterprise/group-rights.ts';
import { change } from '../../change/change.ts';
import { accessesOf } from '../../change/events/audience.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { emitGained, emitMembership } from './membership-events.ts';
import { reportAdministration } from './membership-report.ts';
import { answerMembership } from './present-membership.ts';

/** Input of `createMembership`. */
export interface CreateMembership {
  readonly groupId: string;
  readonly userId: string;
  readonly role: MembershipRole;
  readonly permissions: GroupPermissions;
}

/**
 * Adds a user to a group, which gives the user the group's access. For administrators of the group or of the enterprise; only the
 * latter may set a group administrator's further permissions.
 * @throws Refusal `conflict` if the user already is a member.
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
    if (!user) throw new Refusal('not_found', say`User ${userId} does not exist.`);
    if (await tx.groups.membershipOf(group.id, user.id)) {
      throw new Refusal('conflict', say`"${user.login}" is already a member of the group "${group.name}".`);
    }
    const before = await accessesOf(tx, user.id);
    const membership: MembershipRecord = {
      id: await tx.allocateId(),
      groupId: group.id,
      userId: user.id,
      role,
      permissions,
      isByEnterprise: isAdministrator(caller),
      createdAt: now,
      modifiedAt: now,
    };
    await tx.groups.insertMembership(membership);
    await emitMembership(change, 'GROUP_ADD_USER', group, user.id);
    await reportAdministration(change, null, membership);
    await emitGained(change, membership, before);
    return answerMembership(tx, membership);
  });
}
