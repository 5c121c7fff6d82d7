import type { GroupLevel } from '../../../../contract/resources/people/group.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { GroupRecord, MembershipRecord } from '../../../ports/metadata/people/groups.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller } from '../../service.ts';
import { adminsOnly, isAdministrator } from './administration.ts';

/** The caller's rights in a group. */
export interface GroupRights {
  readonly membership: MembershipRecord | null;
  /** For administrators of the enterprise and of the group. */
  readonly mayManage: boolean;
}

/** The caller's rights in a group. */
export async function groupRightsOf(reads: MetadataReads, caller: Caller, groupId: string): Promise<GroupRights> {
  const membership = await reads.groups.membershipOf(groupId, caller.user.id);
  return { membership, mayManage: isAdministrator(caller) || membership?.role === 'admin' };
}

/**
 * Finds a group that the caller may see: for members, administrators of the enterprise, and everyone if anyone may invite it.
 * @throws Refusal `not_found`: a hidden group looks like a missing one.
 */
export async function requireGroup(
  reads: MetadataReads,
  caller: Caller,
  groupId: string,
): Promise<GroupRights & { readonly group: GroupRecord }> {
  const group = await reads.groups.get(groupId);
  const rights = group ? await groupRightsOf(reads, caller, groupId) : null;
  if (group && rights && isVisible(group, rights)) return { group, ...rights };
  throw new Refusal('not_found', say`Group ${groupId} does not exist, or you have no access to it.`);
}

/** @throws Refusal `access_denied_insufficient_permissions` unless the caller administers the group or the enterprise. */
export async function requireGroupManager(
  reads: MetadataReads,
  caller: Caller,
  groupId: string,
): Promise<GroupRights & { readonly group: GroupRecord }> {
  const found = await requireGroup(reads, caller, groupId);
  if (found.mayManage) return found;
  const message = say`Only an administrator of "${found.group.name}" or of the enterprise can do this.`;
  throw new Refusal('access_denied_insufficient_permissions', message);
}

/** True if the caller may invite the group to an item. */
export async function mayInviteGroup(reads: MetadataReads, caller: Caller, group: GroupRecord): Promise<boolean> {
  return reaches(group.invitabilityLevel, await groupRightsOf(reads, caller, group.id));
}

/** @throws Refusal `access_denied_insufficient_permissions` if the caller may not see the members of the group. */
export function requireMembersVisible({ group, ...rights }: GroupRights & { readonly group: GroupRecord }): void {
  if (reaches(group.memberViewabilityLevel, rights)) return;
  throw adminsOnly();
}

/** True if a level includes the caller. */
export function reaches(level: GroupLevel, { membership, mayManage }: GroupRights): boolean {
  switch (level) {
    case 'admins_only':
      return mayManage;
    case 'admins_and_members':
      return mayManage || membership !== null;
    case 'all_managed_users':
      return true;
  }
}

function isVisible({ invitabilityLevel }: GroupRecord, { membership, mayManage }: GroupRights): boolean {
  return mayManage || membership !== null || invitabilityLevel === 'all_managed_users';
}
