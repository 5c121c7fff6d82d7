import type { GroupPermissions } from '../../../ports/metadata/people/groups.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';

/**
 * Permissions of a group administrator beyond managing the group: create accounts, change members' accounts. The other flags of the format,
 * `can_instant_login` and `can_run_reports`, are stored and returned but have no effect.
 */
export type GroupPermission = 'can_create_accounts' | 'can_edit_accounts';

/**
 * True if a set of permissions includes one (interface 4.12): null turns all off; permissions missing from an object are on.
 * `unset` grants none, the narrower reading of a default that the interface does not specify.
 */
function permitsInGroup(permissions: GroupPermissions, permission: string): boolean {
  if (permissions === 'unset' || permissions === null) return false;
  return permissions[permission] ?? true;
}

/** True if a user administers, with this permission, a group to which the enterprise added another user. */
export async function isGroupAdminOver(
  { groups }: MetadataReads,
  adminId: string,
  memberId: string,
  permission: GroupPermission,
): Promise<boolean> {
  for (const { groupId, permissions } of await groups.administrationsOver(adminId, memberId)) {
    if (!permitsInGroup(permissions, permission)) continue;
    if ((await groups.membershipOf(groupId, memberId))?.isByEnterprise) return true;
  }
  return false;
}

/** True if a user administers any group with this permission. */
export async function isGroupAdminWith(
  { groups }: MetadataReads,
  adminId: string,
  permission: GroupPermission,
): Promise<boolean> {
  const administrations = await groups.administrationsOf(adminId);
  return administrations.some(({ permissions }) => permitsInGroup(permissions, permission));
}
