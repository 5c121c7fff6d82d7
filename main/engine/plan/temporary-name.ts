import type { ItemId } from '../model/ids.ts';
import type { PlanSettings } from '../model/plan.ts';
import type { Item, Side } from './item.ts';
import { fitted, splitExtension } from './names.ts';

/** The device cannot contain the dot after which the name comes. */
const IN_MOTION = /^\.tandem-moving-[^.]+\.(?<name>.+)$/su;

/**
 * The name under which an item waits for a moment while a ring of names is broken (SPEC P22). It carries the device, so that
 * another device takes it for what it is to it: the item's name on the service, nothing to put right. And it carries the name to which the
 * item is on its way, cut to fit, for whoever meets it meanwhile.
 */
export function temporaryName(settings: PlanSettings, item: ItemId, toName: string): string {
  const start = `${prefixOf(settings.deviceName)}${item}`;
  const [stem, extension] = splitExtension(toName);
  return fitted(stem, (part) => `${start}.${part}${extension}`, settings) ?? start;
}

/** The name to which the item was on its way under this name, whatever device moves it; any other name is itself. */
export const nameInMotion = (name: string): string => IN_MOTION.exec(name)?.groups?.['name'] ?? name;

/**
 * Is the item at a temporary name of this device on that side? Then the place says nothing about what anybody wants, and the other
 * side alone decides. So a crash in the middle of a ring ends at the right names. Whose id it carries does not count: what was
 * deleted there and edited here meanwhile goes up under it as a new item.
 */
export function isAtTemporaryName(item: Item, side: Side, deviceName: string): boolean {
  const name = item[side]?.name;
  const prefix = prefixOf(deviceName);
  return name !== undefined && name.startsWith(prefix) && /^\d+(?:\.|$)/u.test(name.slice(prefix.length));
}

const prefixOf = (deviceName: string): string =>
  `.tandem-moving-${deviceName.replace(/[^A-Za-z0-9-]/g, '_').slice(0, 40)}-`;
