import type { UserChanges, UserRecord } from '../../ports/metadata/users.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';

/** Changes a person's name, role, status or space, for the operator's command line. @throws Refusal `not_found`. */
export async function setUser(
  service: Service,
  login: string,
  changes: Omit<UserChanges, 'modifiedAt'>,
): Promise<UserRecord> {
  return service.store.transaction(async ({ users }) => {
    const user = await users.getByLogin(login);
    if (!user) throw new Refusal('not_found', `Nobody has the login "${login}".`);
    const complete = { ...changes, modifiedAt: service.clock.now() };
    await users.update(user.id, complete);
    return { ...user, ...complete };
  });
}
