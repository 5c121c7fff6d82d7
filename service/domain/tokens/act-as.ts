import { isAdministrator } from '../enterprise/administration.ts';
import { Refusal } from '../refusal.ts';
import { type Caller, callerFor, type Service } from '../service.ts';

/** Scopes any one of which lets an administrator's token act as other people. */
const actingScopes: readonly string[] = ['manage_managed_users', 'manage_app_users'];

/**
 * The caller as another person of the enterprise (the header `as-user`). Administrators may, and co-administrators as
 * everybody but an administrator; a narrowed token may not.
 * @throws Refusal `access_denied_insufficient_permissions`, `insufficient_scope`, `not_found`, `forbidden`.
 */
export async function actAs(service: Service, caller: Caller, userId: string): Promise<Caller> {
  if (userId === caller.user.id) return caller;
  if (!isAdministrator(caller) || caller.restrictedTo !== null) {
    throw new Refusal('access_denied_insufficient_permissions', 'Only administrators can act as another person.');
  }
  if (!caller.scopes.some((scope) => actingScopes.includes(scope))) {
    const message = `To act as another person the access token needs one of ${actingScopes.join(', ')}.`;
    throw new Refusal('insufficient_scope', message);
  }
  const user = /^\d{1,19}$/.test(userId) ? await service.store.read(async ({ users }) => users.get(userId)) : null;
  if (!user) throw new Refusal('not_found', 'as-user names nobody of this enterprise.');
  if (user.status === 'inactive') throw new Refusal('forbidden', 'as-user names somebody whose account is inactive.');
  if (user.role === 'admin' && caller.user.role !== 'admin') {
    throw new Refusal('access_denied_insufficient_permissions', 'Only an administrator can act as an administrator.');
  }
  return { ...callerFor(user, caller.scopes), clientId: caller.clientId ?? null, actedBy: caller.user };
}
