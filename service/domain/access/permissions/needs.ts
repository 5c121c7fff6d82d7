import type { CollaborationRole } from '../../../../contract/resources/sharing/collaboration.ts';
import type { UserRole, UserStatus } from '../../../ports/metadata/people/users.ts';
import { assertNever } from '../../refusal.ts';
import { type Action, allows, withholds } from './rights.ts';

/**
 * The rights that an operation requires, besides a token with one of its scopes. `self`: it concerns only the caller. `item`: a
 * role on the item that includes the action; `byLink`: a shared link in the request counts too. `enterprise`: administrators and
 * co-administrators. `creator`: the creator of the resource. `group`, `hub`: at least this role in the group or hub. `any`: one of
 * several is enough.
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

/** A caller's relation to the resource of an operation; null where there is none. */
export interface Standing {
  readonly enterprise: UserRole;
  /** Through ownership, collaborations and groups. */
  readonly item: CollaborationRole | null;
  /** Through a shared link in the request. */
  readonly link: CollaborationRole | null;
  readonly group: GroupRole | null;
  readonly hub: HubRole | null;
  readonly isCreator: boolean;
  /** The account status, which may withhold rights from any role on items; absent: nothing is withheld. */
  readonly status?: UserStatus;
}

/** True if a caller with this standing may call an operation with this need. */
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

/** The vocabulary of the operation table. */
export const self: Need = { kind: 'self' };
export const enterprise: Need = { kind: 'enterprise' };
export const creator: Need = { kind: 'creator' };
/** A role on the item. */
export const item = (action: Action): Need => ({ kind: 'item', action, byLink: false });
/** A role on the item, or an equivalent shared link. */
export const itemOrLink = (action: Action): Need => ({ kind: 'item', action, byLink: true });
export const group = (role: GroupRole): Need => ({ kind: 'group', role });
export const any = (...of: readonly Need[]): Need => ({ kind: 'any', of });
/** Administrators govern every hub. */
export const hub = (role: HubRole): Need => any(enterprise, { kind: 'hub', role });
