import { say } from '../../../../../contract/rules/say.ts';
import type { ClientRecord } from '../../../../ports/metadata/people/clients.ts';
import { Refusal } from '../../../refusal.ts';
import type { Service } from '../../../service.ts';

/** All registered clients, oldest first. */
export async function listClients(service: Service): Promise<readonly ClientRecord[]> {
  return service.store.read(async ({ clients }) => clients.list());
}

/**
 * Removes a client and revokes all its sign-ins.
 * @throws Refusal `not_found`.
 */
export async function removeClient(service: Service, id: string): Promise<void> {
  await service.store.transaction(async ({ clients, tokens }) => {
    if (!(await clients.get(id))) throw new Refusal('not_found', say`Client "${id}" does not exist.`);
    await tokens.deleteOfClient(id);
    await clients.delete(id);
  });
}
