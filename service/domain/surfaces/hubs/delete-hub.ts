import { change } from '../../change/change.ts';
import type { Caller, Service } from '../../service.ts';
import { requireHub } from './require-hub.ts';

/** Deletes a hub, for its co-owners. The items in it stay where they are. */
export async function deleteHub(service: Service, caller: Caller, id: string): Promise<void> {
  await change(service, caller, async ({ tx }) => {
    const { hub } = await requireHub(tx, caller, id, 'govern');
    await tx.hubs.delete(hub.id);
  });
}
