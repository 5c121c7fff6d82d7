import { isId } from '../../../../contract/rules/ids.ts';
import { say } from '../../../../contract/rules/say.ts';
import { isAdministrator, requireReach } from '../../access/enterprise/administration.ts';
import { Refusal } from '../../refusal.ts';
import { type Caller, callerFor, type Service } from '../../service.ts';

/**
 * The caller as another user of the enterprise (the header `as-user`). For administrators, and for co-administrators except as an
 * administrator, within the reach of the token's scopes; a downscoped token may not.
 * @throws Refusal `access_denied_insufficient_permissions`, `insufficient_scope`, `not_found`, `forbidden`.
 */
export async function actAs(service: Service, caller: Caller, userId: string): Promise<Caller> {
  if (userId === caller.user.id) return caller;
  if (!isAdministrator(caller) || caller.restrictedTo !== null) {
    throw new Refusal('access_denied_insufficient_permissions', say`Only administrators can act as another person.`);
  }
  const user = isId(userId) ? await service.store.read(async ({ users }) => users.get(userId)) : null;
  if (!user) throw new Refusal('not_found', say`The user in as-user does not exist in this enterprise.`);
  requireReach(caller, user);
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
