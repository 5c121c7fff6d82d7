import { changeIn } from '../../change/change.ts';
import { removeHubMembers } from '../../collaborations/hub-members.ts';
import type { Caller, Service } from '../../service.ts';
import { requireHub, turnOfHub } from './require-hub.ts';

/** Deletes a hub, for its co-owners and administrators. The items in it stay where they are. */
export async function deleteHub(service: Service, caller: Caller, id: string): Promise<void> {
  await changeIn(service, caller, await turnOfHub(service, id), async (change) => {
    const { tx } = change;
    const { hub } = await requireHub(tx, caller, id, 'govern');
    await tx.requireTrees([hub.createdBy]);
    await removeHubMembers(change, hub.id);
    await tx.hubs.delete(hub.id);
  });
}
