import type { CollaborationRole } from '../../../contract/resources/collaboration.ts';
import type { UserRole, UserStatus } from '../../ports/metadata/users.ts';
import { assertNever } from '../refusal.ts';
import { type Action, allows, withholds } from './rights.ts';

/**
 * What an operation asks of its caller, beside a token with one of its scopes.
 * `self`: it concerns the caller alone. `item`: a role on the item that includes the action; `byLink`: a shared link in the
 * request gives it too. `enterprise`: administrators and co-administrators. `creator`: who made the thing. `group`, `hub`: at least
 * this role in the group or the hub. `any`: one of several is enough.
 */
export type Need =
  | { readonly kind: 'self' }
  | { readonly kind: 'item'; readonly action: Action; readonly byLink: boolean }
  | { readonly kind: 'enterprise' }
  | { readonly kind: 'creator' }
  | { readonly kind: 'group'; readonly role: GroupRole }
  | { readonly kind: 'hub'; readonly role: HubRole }
  | { readonly kind: 'any'; readonly of: readonly Need[] };

export type GroupRole = 'member' | 'admin';
export type HubRole = 'viewer' | 'editor' | 'co-owner';

/** How a caller stands to what an operation is about; null where the two have nothing to do with each other. */
export interface Standing {
  readonly enterprise: UserRole;
  /** By ownership, collaborations and groups. */
  readonly item: CollaborationRole | null;
  /** By a shared link in the request. */
  readonly link: CollaborationRole | null;
  readonly group: GroupRole | null;
  readonly hub: HubRole | null;
  readonly isCreator: boolean;
  /** What the caller's account takes away from every role on items; nothing when absent. */
  readonly status?: UserStatus;
}

/** True when a caller who stands so may call an operation that asks this. */
export function permits(need: Need, standing: Standing): boolean {
  switch (need.kind) {
    case 'self':
      return true;
    case 'item':
      if (standing.status !== undefined && withholds(standing.status, need.action)) return false;
      return (
        (standing.item !== null && allows(standing.item, need.action)) ||
        (need.byLink && standing.link !== null && allows(standing.link, need.action))
      );
    case 'enterprise':
      return standing.enterprise !== 'user';
    case 'creator':
      return standing.isCreator;
    case 'group':
      return standing.group === 'admin' || (standing.group !== null && need.role === 'member');
    case 'hub':
      return standing.hub !== null && hubRank[standing.hub] >= hubRank[need.role];
    case 'any':
      return need.of.some((one) => permits(one, standing));
    default:
      return assertNever(need);
  }
}

const hubRank: Readonly<Record<HubRole, number>> = { viewer: 0, editor: 1, 'co-owner': 2 };

/** The words in which the table of operations states its needs. */
export const self: Need = { kind: 'self' };
export const enterprise: Need = { kind: 'enterprise' };
export const creator: Need = { kind: 'creator' };
/** A role on the item. */
export const item = (action: Action): Need => ({ kind: 'item', action, byLink: false });
/** A role on the item, or a shared link that gives as much. */
export const itemOrLink = (action: Action): Need => ({ kind: 'item', action, byLink: true });
export const group = (role: GroupRole): Need => ({ kind: 'group', role });
export const hub = (role: HubRole): Need => ({ kind: 'hub', role });
export const any = (...of: readonly Need[]): Need => ({ kind: 'any', of });
