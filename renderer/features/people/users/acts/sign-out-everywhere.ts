import type { TandemBridge } from '../../../../../preload/ipc/transport/bridge.ts';
import { runSequentially } from '../../../../state/items/item-actions.ts';
import { byMarker } from '../../../../state/service/list-parts.ts';
import { callService } from '../../../../state/service/service.ts';

const PAGE_SIZE = 200;

/** Signs a user out of all devices, and returns how many those were. The service lists the devices of the whole enterprise only. */
export async function signOutEverywhere(bridge: TandemBridge, userId: string, enterpriseId: string): Promise<number> {
  const params = { enterprise_id: enterpriseId };
  const readPart = byMarker((asked, marker) =>
    callService(asked, 'listDevicePinners', { params, query: { limit: PAGE_SIZE, ...marker } }),
  );
  const devices: string[] = [];
  let marker: string | null = null;
  do {
    const part: Awaited<ReturnType<typeof readPart>> = await readPart(bridge, marker);
    devices.push(...part.entries.filter(({ owned_by: owner }) => owner.id === userId).map(({ id }) => id));
    marker = part.next;
  } while (marker !== null);
  await runSequentially(devices, (id) =>
    callService(bridge, 'deleteDevicePinner', { params: { device_pinner_id: id } }),
  );
  return devices.length;
}
