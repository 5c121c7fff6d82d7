import type { ServiceAnswer } from '../../../../preload/ipc/service-calls.ts';
import { texts } from '../../../texts/texts.ts';

export type User = ServiceAnswer<'listUsers'>['entries'][number];

/** The user fields that a list and its panel need. */
export const userFields = 'name,login,role,status,space_amount,space_used,job_title,last_sign_in_at';

/** The status of an account as shown: active says little of one that was never used. */
export function shownStatus({ status = 'active', last_sign_in_at: signIn }: User): ShownStatus {
  return status === 'active' && signIn === null ? 'never_signed_in' : status;
}

export type ShownStatus = NonNullable<User['status']> | 'never_signed_in';

/** The viewer; absent until that is known. */
export type Self = { readonly id: string; readonly role?: User['role'] } | undefined;

/** The viewer's rights on the account: other changes are not offered. */
export type Rights = 'all' | 'self' | 'none';

/**
 * Administrators can change every account, co-administrators those of regular users; no one can change their own role or access
 * here.
 */
export function rightsOver(user: User, self: Self): Rights {
  if (self === undefined) return 'none';
  if (self.id === user.id) return 'self';
  if (self.role === 'admin') return 'all';
  return self.role === 'coadmin' && user.role === 'user' ? 'all' : 'none';
}

/** The roles that an administrator can give. */
export const givenRoles = ['user', 'coadmin'] as const;
export type GivenRole = (typeof givenRoles)[number];

/** The role of an account if the viewer may change it, else null: administrators change those of everyone else but administrators. */
export function givenRoleOf({ id, role = 'user' }: User, self: Self): GivenRole | null {
  return self?.role === 'admin' && self.id !== id && role !== 'admin' ? role : null;
}

/** The name of one user, or how many there are. */
export const namesOf = (users: readonly User[]): string =>
  users.length === 1 ? (users[0]?.name ?? '') : texts.people.count(users.length);
