import { LogOut } from 'lucide-react';
import type { TandemBridge } from '../../../../../preload/ipc/transport/bridge.ts';
import type { EntryAct } from '../../../../parts/rows/row-act.ts';
import { doEach } from '../../../../parts/toasts/each-item.ts';
import { byMarker } from '../../../../state/service/list-parts.ts';
import { callService } from '../../../../state/service/service.ts';
import { texts } from '../../../../texts/texts.ts';
import { namesOf, type User } from '../user.ts';

const PAGE_SIZE = 200;

/** Signs users out of all devices. */
export function signOutAct(users: readonly User[], enterpriseId: string): EntryAct {
  const { signOutAll, signOutAllTitle, signOutAllDetail, signOutAllAction, signedOutAll } = texts.people;
  const who = namesOf(users);
  return {
    id: 'sign-out',
    icon: LogOut,
    label: signOutAll,
    group: 'share',
    confirm: { title: signOutAllTitle(who), detail: signOutAllDetail, action: signOutAllAction },
    send: async (bridge) => ({ sentence: signedOutAll(who, await signOut(bridge, users, enterpriseId)), undo: null }),
  };
}

/** Returns the number of devices. The service lists those of the whole enterprise only. */
async function signOut(bridge: TandemBridge, users: readonly User[], enterpriseId: string): Promise<number> {
  const params = { enterprise_id: enterpriseId };
  const owners = new Set(users.map(({ id }) => id));
  const readPart = byMarker((asked, marker) =>
    callService(asked, 'listDevicePinners', { params, query: { limit: PAGE_SIZE, ...marker } }),
  );
  const devices: string[] = [];
  let marker: string | null = null;
  do {
    const part: Awaited<ReturnType<typeof readPart>> = await readPart(bridge, marker);
    devices.push(...part.entries.filter(({ owned_by: owner }) => owners.has(owner.id)).map(({ id }) => id));
    marker = part.next;
  } while (marker !== null);
  await doEach(devices, (id) => callService(bridge, 'deleteDevicePinner', { params: { device_pinner_id: id } }));
  return devices.length;
}
