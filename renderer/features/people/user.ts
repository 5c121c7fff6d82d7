import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';

export type User = ServiceAnswer<'listUsers'>['entries'][number];

/** What a list and its panel need to know of each person. */
export const userFields = 'name,login,role,status,space_amount,space_used,job_title';

/** How the person who looks stands to the account: what is not theirs to change is not offered. */
export type Rights = 'all' | 'self' | 'none';

/** Administrators change every account, co-administrators those of plain users; nobody takes the own role or entry away here. */
export function rightsOver(
  user: User,
  self: { readonly id: string; readonly role?: User['role'] } | undefined,
): Rights {
  if (self === undefined) return 'none';
  if (self.id === user.id) return 'self';
  if (self.role === 'admin') return 'all';
  return self.role === 'coadmin' && user.role === 'user' ? 'all' : 'none';
}
