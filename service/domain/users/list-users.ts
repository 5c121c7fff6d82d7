import type { UserRecord } from '../../ports/metadata/users.ts';
import type { Service } from '../service.ts';

/** All people, oldest first, for the operator's command line. */
export async function listUsers(service: Service): Promise<readonly UserRecord[]> {
  return service.store.read(async ({ users }) => users.list());
}
