import type { HubRole } from '../../../../contract/resources/surfaces/hub-collaboration.ts';
import { hubRoles } from '../../../../contract/resources/surfaces/hub-collaboration.ts';
import type { HubRecord } from '../../../ports/metadata/surfaces/hubs.ts';

/**
 * Actions on a hub. `view`: see it and its members; `curate`: change its text and items; `invite`: add members, with at most the
 * caller's own role; `govern`: change its settings and roles, and delete it.
 */
export type HubAction = 'view' | 'curate' | 'invite' | 'govern';

/** True if the role allows the action in this hub. Editors may invite if non-owners may. */
export function allowsInHub(role: HubRole, action: HubAction, hub: Pick<HubRecord, 'canNonOwnersInvite'>): boolean {
  switch (role) {
    case 'co-owner':
      return true;
    case 'editor':
      return action === 'view' || action === 'curate' || (action === 'invite' && hub.canNonOwnersInvite);
    case 'viewer':
      return action === 'view';
  }
}

/** The strongest of several roles; null if there are none. */
export function strongestHubRole(roles: readonly HubRole[]): HubRole | null {
  return roles.reduce<HubRole | null>((best, role) => (best === null || rank(role) > rank(best) ? role : best), null);
}

/** True if a role includes another: members can grant at most their own role. */
export function includesRole(role: HubRole, other: HubRole): boolean {
  return rank(role) >= rank(other);
}

function rank(role: HubRole): number {
  return hubRoles.indexOf(role);
}
