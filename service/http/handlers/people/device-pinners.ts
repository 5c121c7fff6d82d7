import { deleteDevicePin, getDevicePin, listDevicePins } from '../../../domain/people/devices/device-pins.ts';
import type { Handlers } from '../../handlers.ts';

/** Device pins. */
export const devicePinnerHandlers = {
  async listDevicePinners({ params, query }, { service, caller }) {
    const { marker, limit, direction } = query;
    const enterpriseId = params.enterprise_id;
    return { status: 200, body: await listDevicePins(service, caller, { enterpriseId, marker, limit, direction }) };
  },
  async getDevicePinner({ params }, { service, caller }) {
    return { status: 200, body: await getDevicePin(service, caller, params.device_pinner_id) };
  },
  async deleteDevicePinner({ params }, { service, caller }) {
    await deleteDevicePin(service, caller, params.device_pinner_id);
    return { status: 204 };
  },
} satisfies Partial<Handlers>;
