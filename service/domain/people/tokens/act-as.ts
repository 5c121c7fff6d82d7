import { isId } from '../../../../contract/rules/ids.ts';
import { say } from '../../../../contract/rules/say.ts';
import { isAdministrator } from '../../access/enterprise/administration.ts';
import { Refusal } from '../../refusal.ts';
import { type Caller, callerFor, type Service } from '../../service.ts';

/** Scopes that let an administrator's token act as other users; one is enough. */
const actingScopes: readonly string[] = ['manage_managed_users', 'manage_app_users'];

/**
 * The caller as another user of the enterprise (the header `as-user`). For administrators, and for co-administrators except as an
 * administrator; a downscoped token may not.
 * @throws Refusal `access_denied_insufficient_permissions`, `insufficient_scope`, `not_found`, `forbidden`.
 */
export async function actAs(service: Service, caller: Caller, userId: string): Promise<Caller> {
  if (userId === caller.user.id) return caller;
  if (!isAdministrator(caller) || caller.restrictedTo !== null) {
    throw new Refusal('access_denied_insufficient_permissions', say`Only administrators can act as another person.`);
  }
  if (!caller.scopes.some((scope) => actingScopes.includes(scope))) {
    const message = say`To act as another person, the access token needs one of the scopes ${actingScopes.join(', ')}.`;
    throw new Refusal('insufficient_scope', message);
  }
  const user = isId(userId) ? await service.store.read(async ({ users }) => users.get(userId)) : null;
  if (!user) throw new Refusal('not_found', say`The user in as-user does not exist in this enterprise.`);
  if (user.status === 'inactive') throw new Refusal('forbidden', say`The account of the user in as-user is inactive.`);
  if (user.role === 'admin' && caller.user.role !== 'admin') {
    throw new Refusal(
      'access_denied_insufficient_permissions',
      say`Only an administrator can act as an administrator.`,
    );
  }
  const { clientId = null, token } = caller;
  return {
    ...callerFor(user, caller.scopes),
    clientId,
    ...(token === undefined ? {} : { token }),
    actedBy: caller.user,
  };
}
