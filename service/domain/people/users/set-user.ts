import { say } from '../../../../contract/rules/say.ts';
import type { UserChanges, UserRecord } from '../../../ports/metadata/people/users.ts';
import { Refusal } from '../../refusal.ts';
import type { Service } from '../../service.ts';
import { updateAccount } from '../sign-in/end-sign-ins.ts';
import { requireUserName } from './account-rules.ts';

/**
 * Changes a user's name, role, status or quota, for the operator's command line. Closing or reopening an account ends its sign-ins. The operator may also deactivate the last
 * administrator, and appoint another one.
 * @throws Refusal `not_found`.
 */
export async function setUser(
  service: Service,
  login: string,
  changes: Pick<UserChanges, 'name' | 'role' | 'status' | 'spaceAmountBytes'>,
): Promise<UserRecord> {
  return service.store.transaction(async (tx) => {
    const user = await tx.users.getByLogin(login);
    if (!user) throw new Refusal('not_found', say`No user has the login "${login}".`);
    if (changes.name !== undefined) requireUserName(changes.name);
    const complete = { ...changes, modifiedAt: service.clock.now() };
    await updateAccount(tx, user, complete);
    return { ...user, ...complete };
  });
}
