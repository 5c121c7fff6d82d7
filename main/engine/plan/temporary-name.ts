import type { ItemId } from '../model/ids.ts';
import type { Item, Side } from './item.ts';

/**
 * The name under which an item waits for a moment while a ring of names is broken (SPEC P22). It carries the device, so that
 * another device takes it for what it is to it: the item's name on the service, nothing to put right.
 */
export function temporaryName(deviceName: string, item: ItemId): string {
  const device = deviceName.replace(/[^A-Za-z0-9-]/g, '_').slice(0, 40);
  return `.tandem-moving-${device}-${item}`;
}

/**
 * Is the item at its temporary name on that side? Then the place says nothing about what anybody wants, and the other side
 * alone decides. So a crash in the middle of a ring ends at the right names.
 */
export function isAtTemporaryName(item: Item, side: Side, deviceName: string): boolean {
  const { local, remote } = item;
  const name = side === 'local' ? local?.name : remote?.name;
  return remote !== null && name === temporaryName(deviceName, remote.id);
}
