import { givenDevicePin } from '../../../../support/service/device-pins.ts';
import type { Tries } from '../../tries.ts';
import type { AuthorisationWorld } from '../../world.ts';

const pinOf = async ({ service }: AuthorisationWorld) => ({
  params: { device_pinner_id: await givenDevicePin(service.service, service.person.id) },
});

export const devicePinnerTries: Tries = {
  listDevicePinners: async ({ service }) => ({ params: { enterprise_id: service.service.settings.enterprise.id } }),
  getDevicePinner: pinOf,
  deleteDevicePinner: pinOf,
};
