import type { FullUser } from '../../../../contract/resources/people/user.ts';
import type { UserChanges, UserProfile, UserRecord } from '../../../ports/metadata/people/users.ts';
import {
  adminsOnly,
  requireAccountRights,
  requireOtherAdmin,
  requireReach,
} from '../../access/enterprise/administration.ts';
import { type Change, change } from '../../change/change.ts';
import { presentUser } from '../../representation/user.ts';
import type { Caller, Service } from '../../service.ts';
import { updateAccount } from '../sign-in/end-sign-ins.ts';
import {
  requireEmailAddress,
  requireFreeExternalId,
  requireFreeLogin,
  requireLogin,
  requireUserName,
} from './account-rules.ts';
import { claimInvitations } from './claim-invitations.ts';
import { requireVisibleUser } from './get-user.ts';
import { isPersonal } from './personal-fields.ts';

/** Changes to an account; absent fields stay as they are. */
export interface AccountChanges extends Omit<UserChanges, 'modifiedAt' | 'profile'> {
  readonly profile?: Partial<UserProfile>;
}

/**
 * Changes an account: administrators everything, users their own personal fields. Closing or reopening it ends its sign-ins.
 * @throws Refusal `access_denied_insufficient_permissions`; `insufficient_scope`; `user_login_already_used`; `forbidden` if the enterprise
 * would lose its last administrator.
 */
export async function updateUser(
  service: Service,
  caller: Caller,
  request: { readonly userId: string; readonly changes: AccountChanges },
): Promise<FullUser> {
  return change(service, caller, async (change) => {
    const user = await requireVisibleUser(change.tx, caller, request.userId);
    await requireAccountRights(change.tx, caller, user, isPersonal(request.changes) ? 'personal' : 'all');
    requireGrantableRole(caller, user, request.changes);
    return presentUser(await changeAccount(change, user, request.changes), service.settings);
  });
}

/** Only administrators appoint co-administrators, and no one can change their own role by mistake. */
function requireGrantableRole(caller: Caller, user: UserRecord, { role }: AccountChanges): void {
  if (role === undefined || role === user.role) return;
  if (caller.user.role !== 'admin') throw adminsOnly();
  requireReach(caller, { ...user, role });
}

async function changeAccount(change: Change, user: UserRecord, changes: AccountChanges): Promise<UserRecord> {
  const { tx, now, report } = change;
  await requireGoodAccount(change, user, changes);
  const { profile, ...columns } = changes;
  const complete: UserChanges = {
    ...columns,
    ...(profile === undefined ? {} : { profile: { ...user.profile, ...profile } }),
    modifiedAt: now,
  };
  await updateAccount(tx, user, complete);
  if (changes.login !== undefined) await claimInvitations(tx, changes.login, user.id);
  const changed = (await tx.users.get(user.id)) ?? user;
  const source = { kind: 'user' as const, user: changed };
  const isRole = changed.role !== user.role;
  await report({ adminType: 'EDIT_USER', trigger: null, source });
  if (isRole) {
    const details = { from: user.role, to: changed.role };
    await report({ adminType: 'CHANGE_ADMIN_ROLE', trigger: null, source, details });
  }
  return changed;
}

/** Rules for every account, regardless of who changes it. */
async function requireGoodAccount(
  { tx }: Change,
  user: UserRecord,
  { login, name, role, status, externalAppUserId }: AccountChanges,
): Promise<void> {
  if (name !== undefined) requireUserName(name);
  if (login !== undefined && login !== user.login) {
    requireLogin(login);
    requireEmailAddress(login);
    await requireFreeLogin(tx, login, user.id);
  }
  if (externalAppUserId !== undefined && externalAppUserId !== null) {
    await requireFreeExternalId(tx, externalAppUserId, user.id);
  }
  if ((role ?? 'admin') !== 'admin' || (status ?? 'active') !== 'active') await requireOtherAdmin(tx, user);
}
