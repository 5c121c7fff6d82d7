import { givenDevicePin } from '../../../../support/service/device-pins.ts';
import type { Tries } from '../../tries.ts';
import type { AuthorisationWorld } from '../../world.ts';

/** The device of a regular user, which co-administrators may delete too. */
const pinOf = async ({ service, newPerson }: AuthorisationWorld) => ({
  params: { device_pinner_id: await givenDevicePin(service.service, (await newPerson()).id) },
});

export const devicePinnerTries: Tries = {
  listDevicePinners: async ({ service }) => ({ params: { enterprise_id: service.service.settings.enterprise.id } }),
  getDevicePinner: pinOf,
  deleteDevicePinner: pinOf,
};
