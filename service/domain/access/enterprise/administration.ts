import { say } from '../../../../contract/rules/say.ts';
import type { Scope } from '../../../../contract/scopes.ts';
import type { UserProfile, UserRecord, UserRole } from '../../../ports/metadata/people/users.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller } from '../../service.ts';
import { isGroupAdminOver, isGroupAdminWith } from './group-administration.ts';

/*
 * Rights on the accounts of an enterprise. Administrators: everything, as long as one of them remains. Co-administrators: accounts
 * of regular users. Group administrators: accounts of regular users whom an administrator of the enterprise added to the group, within their
 * permissions; otherwise they could add anyone to have rights over the account. Everyone: the personal settings of their own account.
 * Besides the role, the scopes of the token must reach the account.
 */

/** True for administrators and co-administrators of the enterprise. */
export function isAdministrator({ user }: Pick<Caller, 'user'>): boolean {
  return user.role !== 'user';
}

/** @throws Refusal `access_denied_insufficient_permissions` unless the caller is an administrator of the enterprise. */
export function requireAdministrator(caller: Pick<Caller, 'user'>): void {
  if (!isAdministrator(caller)) throw adminsOnly();
}

/** @throws Refusal if the caller may not create an account with this role, by their own role. */
export async function requireMayCreate(reads: MetadataReads, caller: Caller, role: UserRole): Promise<void> {
  if (caller.user.role === 'admin') return;
  if (role !== 'user') throw adminsOnly();
  if (isAdministrator(caller) || (await isGroupAdminWith(reads, caller.user.id, 'can_create_accounts'))) return;
  throw adminsOnly();
}

/** What decides whether a token reaches an account. */
type Reachable = Pick<UserRecord, 'role'> & { readonly profile: Pick<UserProfile, 'isPlatformAccessOnly'> };

/**
 * Ensures that the scopes of the token include the account of someone else, to manage it or to act as it. With `manage_app_users` alone they
 * include regular users that belong to applications, and no people.
 * @throws Refusal `insufficient_scope`.
 */
export function requireReach({ scopes }: Pick<Caller, 'scopes'>, { role, profile }: Reachable): void {
  if (scopes.includes('manage_managed_users' satisfies Scope)) return;
  const isOfApplication = profile.isPlatformAccessOnly && role === 'user';
  if (isOfApplication && scopes.includes('manage_app_users' satisfies Scope)) return;
  const message = say`The access token needs the scope manage_managed_users. With manage_app_users it reaches only users that belong to applications.`;
  throw new Refusal('insufficient_scope', message);
}

/** How far the caller's role lets them change an account: completely, only personal settings, or not at all. */
export type AccountRights = 'all' | 'personal' | 'none';

/**
 * Ensures that the caller may change an account, by role and by the scopes of the token. Everyone's own personal settings need no scope for
 * accounts.
 * @throws Refusal `access_denied_insufficient_permissions`, `insufficient_scope`.
 */
export async function requireAccountRights(
  reads: MetadataReads,
  caller: Caller,
  user: UserRecord,
  wanted: Exclude<AccountRights, 'none'>,
): Promise<void> {
  const rights = await accountRights(reads, caller, user);
  if (rights !== 'all' && rights !== wanted) throw adminsOnly();
  if (wanted === 'all' || user.id !== caller.user.id) requireReach(caller, user);
}

/** The rights on this account that the caller's role gives. */
export async function accountRights(reads: MetadataReads, caller: Caller, user: UserRecord): Promise<AccountRights> {
  const { role, id } = caller.user;
  if (role === 'admin' || (role === 'coadmin' && user.role === 'user')) return 'all';
  if (id === user.id) return 'personal';
  if (user.role !== 'user' || role !== 'user') return 'none';
  return (await isGroupAdminOver(reads, id, user.id, 'can_edit_accounts')) ? 'personal' : 'none';
}

/**
 * True if the caller may see the details of this account. Of members they may not edit, group administrators know the name and the
 * login, as everyone does who works with them: they could add anyone to their group.
 */
export async function maySeeAccount(reads: MetadataReads, caller: Caller, user: UserRecord): Promise<boolean> {
  if (isAdministrator(caller) || caller.user.profile.canSeeManagedUsers) return true;
  return (await accountRights(reads, caller, user)) !== 'none';
}

/** @throws Refusal `forbidden` if the account is the last active administrator of the enterprise. */
export async function requireOtherAdmin(reads: MetadataReads, user: UserRecord): Promise<void> {
  if (user.role !== 'admin') return;
  const admins = await reads.users.listByRole('admin', 100);
  if (admins.some(({ id, status }) => id !== user.id && status === 'active')) return;
  const message = say`"${user.login}" is the last administrator. Make someone else an administrator first.`;
  throw new Refusal('forbidden', message);
}

/** The refusal of an operation that requires an administrator. */
export function adminsOnly(): Refusal {
  return new Refusal(
    'access_denied_insufficient_permissions',
    say`Only an administrator of the enterprise can do this.`,
  );
}
