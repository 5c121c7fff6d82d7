import type { FullHub } from '../../../../contract/resources/surfaces/hub.ts';
import { changeIn } from '../../change/change.ts';
import { ownedBy } from '../../change/scope.ts';
import type { Caller, Service } from '../../service.ts';
import { type NewHub, newHub } from './new-hub.ts';
import { answerHub } from './present-hub.ts';

/** Creates a hub (interface 4.16). */
export async function createHub(service: Service, caller: Caller, request: NewHub): Promise<FullHub> {
  return changeIn(service, caller, ownedBy(caller.user.id), async (change) => {
    const { hub } = await newHub(change, request);
    return answerHub(change.tx, hub);
  });
}
