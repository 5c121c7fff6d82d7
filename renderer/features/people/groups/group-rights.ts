import type { ServiceAnswer } from '../../../../preload/ipc/service-calls.ts';

export type Permissions = ServiceAnswer<'listGroupMemberships'>['entries'][number]['configurable_permissions'];

/** The rights of a group administrator beyond managing the group that have an effect on the service. */
export const groupRights = ['can_create_accounts', 'can_edit_accounts'] as const;
export type GroupRight = (typeof groupRights)[number];

/** The format has others, which the service only stores. */
const namedRights = [...groupRights, 'can_instant_login', 'can_run_reports'] as const;

/** Null means no rights; a right missing from the object is granted. */
export function isAllowed(permissions: Permissions, right: (typeof namedRights)[number]): boolean {
  return permissions !== null && permissions !== undefined && (permissions[right] ?? true);
}

/** All rights with one of them set: the request replaces the previous rights, so it names each one. */
export function withRight(permissions: Permissions, right: GroupRight, isOn: boolean): Record<string, boolean> {
  const named = namedRights.map((one) => [one, one === right ? isOn : isAllowed(permissions, one)] as const);
  return { ...permissions, ...Object.fromEntries(named) };
}
