import type { GroupPermissions, MembershipRecord } from '../../ports/metadata/groups.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';

/**
 * What an administrator of a group may be allowed beyond the group itself: to make accounts, to change those of the members, to act
 * as a member, to read what members did. Further flags are kept and mean nothing here.
 */
export type GroupPermission = 'can_create_accounts' | 'can_edit_accounts' | 'can_instant_login' | 'can_run_reports';

/**
 * True when a set of permissions includes one (the interface's 4.12): null turns all off, what an object leaves out is on. What
 * was never set gives none, the narrower reading of the default that the interface does not name (service-decisions.md A17).
 */
function permitsInGroup(permissions: GroupPermissions, permission: string): boolean {
  if (permissions === 'unset' || permissions === null) return false;
  return permissions[permission] ?? true;
}

/** True when a person administers, with this permission, a group that another person is in. Null: with any. */
export async function isGroupAdminOver(
  { groups }: MetadataReads,
  adminId: string,
  memberId: string,
  permission: GroupPermission | null,
): Promise<boolean> {
  return permitsOne(await groups.administrationsOver(adminId, memberId), permission);
}

/** True when a person administers any group with this permission. */
export async function isGroupAdminWith(
  { groups }: MetadataReads,
  adminId: string,
  permission: GroupPermission,
): Promise<boolean> {
  return permitsOne(await groups.administrationsOf(adminId), permission);
}

function permitsOne(memberships: readonly MembershipRecord[], permission: GroupPermission | null): boolean {
  return memberships.some(({ permissions }) => permission === null || permitsInGroup(permissions, permission));
}
