import { changeIn } from '../../change/change.ts';
import type { Caller, Service } from '../../service.ts';
import { requireHub, turnOfHub } from './require-hub.ts';

/** Deletes a hub, for its co-owners. The items in it stay where they are. */
export async function deleteHub(service: Service, caller: Caller, id: string): Promise<void> {
  await changeIn(service, caller, await turnOfHub(service, id), async ({ tx }) => {
    const { hub } = await requireHub(tx, caller, id, 'govern');
    await tx.requireTrees([hub.createdBy]);
    await tx.hubs.delete(hub.id);
  });
}
