import type { FullGroupMembership, MembershipRole } from '../../../../contract/resources/people/group.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { GroupPermissions, MembershipRecord } from '../../../ports/metadata/people/groups.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { isAdministrator, requireAdministrator } from '../../access/enterprise/administration.ts';
import { requireGroupManager } from '../../access/enterprise/group-rights.ts';
import { change } from '../../change/change.ts';
import { foundOr, Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { emitLost, emitMembership } from './membership-events.ts';
import { reportAdministration } from './membership-report.ts';
import { answerMembership } from './present-membership.ts';

/** Input of `updateMembership`; absent fields stay as they are. */
export interface UpdateMembership {
  readonly id: string;
  readonly role?: MembershipRole | undefined;
  /** Replaces all previous permissions; null turns all off. */
  readonly permissions?: Exclude<GroupPermissions, 'unset'> | undefined;
}

/**
 * Changes a member's role in the group and the permissions of a group administrator (interface 4.12). For administrators of the
 * group or of the enterprise; only the latter may set permissions, otherwise group administrators could grant them to themselves.
 */
export async function updateMembership(
  service: Service,
  caller: Caller,
  { id, role, permissions }: UpdateMembership,
): Promise<FullGroupMembership> {
  return change(service, caller, async (change) => {
    const before = await requireManagedMembership(change.tx, caller, id);
    if (permissions !== undefined) requireAdministrator(caller);
    const after: MembershipRecord = {
      ...before,
      role: role ?? before.role,
      permissions: permissions === undefined ? permissionsAfter(caller, before, role) : permissions,
      modifiedAt: change.now,
    };
    await change.tx.groups.updateMembership(after);
    await reportAdministration(change, before, after);
    return answerMembership(change.tx, after);
  });
}

/** Only the enterprise grants permissions. They end with the role, and a promotion by anyone else brings none. */
function permissionsAfter(
  caller: Caller,
  before: MembershipRecord,
  role: MembershipRole = before.role,
): GroupPermissions {
  if (role === before.role) return before.permissions;
  return role === 'member' || !isAdministrator(caller) ? 'unset' : before.permissions;
}

/** Removes a user from a group, along with the access that came only through the group. */
export async function deleteMembership(service: Service, caller: Caller, id: string): Promise<void> {
  await change(service, caller, async (change) => {
    const membership = await requireManagedMembership(change.tx, caller, id);
    const group = await change.tx.groups.get(membership.groupId);
    await change.tx.groups.deleteMembership(membership.id);
    if (group) await emitMembership(change, 'GROUP_REMOVE_USER', group, membership.userId);
    await reportAdministration(change, membership, null);
    await emitLost(change, membership.groupId, membership.userId);
  });
}

async function requireManagedMembership(reads: MetadataReads, caller: Caller, id: string): Promise<MembershipRecord> {
  const membership = await reads.groups.membership(id);
  if (!membership) throw noSuchMembership(id);
  await foundOr(noSuchMembership(id), () => requireGroupManager(reads, caller, membership.groupId));
  return membership;
}

/** The refusal for a membership that does not exist or that the caller may not see. */
export function noSuchMembership(id: string): Refusal {
  return new Refusal('not_found', say`Group membership ${id} does not exist, or you may not see it.`);
}
