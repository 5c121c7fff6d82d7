import type { FullHub } from '../../../../contract/resources/surfaces/hub.ts';
import { change } from '../../change/change.ts';
import type { Caller, Service } from '../../service.ts';
import { type NewHub, newHub } from './new-hub.ts';
import { answerHub } from './present-hub.ts';

/** Creates a hub (service-api.md 4.16). */
export async function createHub(service: Service, caller: Caller, request: NewHub): Promise<FullHub> {
  return change(service, caller, async (change) => {
    const { hub } = await newHub(change, request);
    return answerHub(change.tx, hub);
  });
}
