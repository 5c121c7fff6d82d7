import { change } from '../../../service/domain/change/change.ts';
import { pinDevice } from '../../../service/domain/people/devices/pin-device.ts';
import { callerFor, type Service } from '../../../service/domain/service.ts';

/** Pins a device of a person, as a sign-in with our client does. Returns the pin's id. */
export async function givenDevicePin(service: Service, userId: string, productName = 'Tandem'): Promise<string> {
  const user = await service.store.read(({ users }) => users.get(userId));
  if (!user) throw new Error(`No user has the id ${userId}.`);
  const device = { id: service.ids.hex(16), productName };
  return change(service, callerFor(user, []), async (change) => pinDevice(change, user, device));
}
