import type { HubRole } from '../../../contract/resources/hub-collaboration.ts';
import { hubRoles } from '../../../contract/resources/hub-collaboration.ts';
import type { HubRecord } from '../../ports/metadata/hubs.ts';

/**
 * What one can do with a hub. `view`: look at it and at who has it; `curate`: change its text and its items; `invite`: give it to
 * others, with at most the own role; `govern`: its settings, the roles of others, its end.
 */
export type HubAction = 'view' | 'curate' | 'invite' | 'govern';

/** True when the role includes the action in this hub. Editors invite where those who do not own a hub may. */
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

/** The strongest of several roles; null of none. */
export function strongestHubRole(roles: readonly HubRole[]): HubRole | null {
  return roles.reduce<HubRole | null>((best, role) => (best === null || rank(role) > rank(best) ? role : best), null);
}

/** True when a role includes another: nobody gives more than one has. */
export function includesRole(role: HubRole, other: HubRole): boolean {
  return rank(role) >= rank(other);
}

function rank(role: HubRole): number {
  return hubRoles.indexOf(role);
}
