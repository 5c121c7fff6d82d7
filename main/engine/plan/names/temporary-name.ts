import type { ItemId } from '../../model/ids.ts';
import { MOVING } from '../../model/names/in-motion.ts';
import type { PlanSettings } from '../../model/plan/plan.ts';
import type { Item, Side } from '../item.ts';
import { fitted, splitExtension } from './names.ts';

/**
 * The temporary name of an item while a ring of names is broken up (SPEC P22). It includes the device, so other devices treat it
 * as an ordinary remote name that needs no repair. It also includes the item's final name, shortened to fit, so that anyone who
 * sees it can identify the item.
 */
export function temporaryName(settings: PlanSettings, item: ItemId, toName: string): string {
  const start = `${prefixOf(settings.deviceId)}${item}`;
  const [stem, extension] = splitExtension(toName);
  return fitted(stem, (part) => `${start}.${part}${extension}`, settings) ?? start;
}

/**
 * Is the item at a temporary name of this device on that side? Then its place there is not intended by anyone, and the other side
 * alone decides, so a crash in the middle of a ring still ends at the right names. The embedded id is not checked: an item
 * deleted there and edited here meanwhile is uploaded under that name as a new item.
 */
export function isAtTemporaryName(item: Item, side: Side, deviceId: string): boolean {
  const name = item[side]?.name;
  const prefix = prefixOf(deviceId);
  return name !== undefined && name.startsWith(prefix) && /^\d+(?:\.|$)/u.test(name.slice(prefix.length));
}

const prefixOf = (deviceId: string): string => `${MOVING}${deviceId}-`;
