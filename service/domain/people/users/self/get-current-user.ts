import type { FullUser } from '../../../../../contract/resources/people/user.ts';
import { presentUser } from '../../../representation/user.ts';
import type { Caller, Service } from '../../../service.ts';

/** The owner of the token, with the current space in use. */
export async function getCurrentUser(service: Service, caller: Caller): Promise<FullUser> {
  return service.store.read(async ({ users }) => {
    const user = await users.get(caller.user.id);
    return presentUser(user ?? caller.user, service.settings);
  });
}
