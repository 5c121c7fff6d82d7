import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';

export type Permissions = ServiceAnswer<'listGroupMemberships'>['entries'][number]['configurable_permissions'];

/** What an administrator of a group can be allowed beyond the group itself, as far as the service acts on it. */
export const groupRights = [
  'can_create_accounts',
  'can_edit_accounts',
  'can_instant_login',
  'can_run_reports',
] as const;
export type GroupRight = (typeof groupRights)[number];

/** Null is none of them; what an object leaves out is allowed. */
export function isAllowed(permissions: Permissions, right: GroupRight): boolean {
  return permissions !== null && permissions !== undefined && (permissions[right] ?? true);
}

/** All rights with one of them set: what is sent takes the place of everything before, so each is named. */
export function withRight(permissions: Permissions, right: GroupRight, isOn: boolean): Record<string, boolean> {
  const named = groupRights.map((one) => [one, one === right ? isOn : isAllowed(permissions, one)] as const);
  return { ...permissions, ...Object.fromEntries(named) };
}
