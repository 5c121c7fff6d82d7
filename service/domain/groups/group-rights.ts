import type { GroupLevel } from '../../../contract/resources/group.ts';
import type { GroupRecord, MembershipRecord } from '../../ports/metadata/groups.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { adminsOnly, isAdministrator } from '../enterprise/administration.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from '../service.ts';

/** What a caller is to a group. */
export interface GroupRights {
  readonly membership: MembershipRecord | null;
  /** Administrators of the enterprise, and of the group. */
  readonly mayManage: boolean;
}

/** How the caller stands to a group. */
export async function groupRightsOf(reads: MetadataReads, caller: Caller, groupId: string): Promise<GroupRights> {
  const membership = await reads.groups.membershipOf(groupId, caller.user.id);
  return { membership, mayManage: isAdministrator(caller) || membership?.role === 'admin' };
}

/**
 * A group that the caller may know: its members, administrators of the enterprise, and everybody when everybody may invite it.
 * @throws Refusal `not_found`: a group that one may not know looks like one that is not there.
 */
export async function requireGroup(
  reads: MetadataReads,
  caller: Caller,
  groupId: string,
): Promise<GroupRights & { readonly group: GroupRecord }> {
  const group = await reads.groups.get(groupId);
  const rights = group ? await groupRightsOf(reads, caller, groupId) : null;
  if (group && rights && isVisible(group, rights)) return { group, ...rights };
  throw new Refusal('not_found', `There is no group ${groupId}, or you have nothing to do with it.`);
}

/** @throws Refusal `access_denied_insufficient_permissions` unless the caller administers the group or the enterprise. */
export async function requireGroupManager(
  reads: MetadataReads,
  caller: Caller,
  groupId: string,
): Promise<GroupRights & { readonly group: GroupRecord }> {
  const found = await requireGroup(reads, caller, groupId);
  if (found.mayManage) return found;
  const message = `Only an administrator of "${found.group.name}" or of the enterprise may do this.`;
  throw new Refusal('access_denied_insufficient_permissions', message);
}

/** True when the caller may invite the group to an item. */
export async function mayInviteGroup(reads: MetadataReads, caller: Caller, group: GroupRecord): Promise<boolean> {
  return reaches(group.invitabilityLevel, await groupRightsOf(reads, caller, group.id));
}

/** @throws Refusal `access_denied_insufficient_permissions` for who may not see the members of a group. */
export function requireMembersVisible({ group, ...rights }: GroupRights & { readonly group: GroupRecord }): void {
  if (reaches(group.memberViewabilityLevel, rights)) return;
  throw adminsOnly();
}

/** True when a level includes a caller who stands so. */
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
