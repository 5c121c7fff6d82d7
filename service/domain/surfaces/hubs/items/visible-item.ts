import type { ItemRecord } from '../../../../ports/metadata/items/items.ts';
import type { MetadataReads } from '../../../../ports/metadata-store.ts';
import { accessTo, isTrashed } from '../../../access/item-access.ts';
import { asShown } from '../../../access/shown-name.ts';
import type { Caller } from '../../../service.ts';

/** An item of a hub as the caller may see it, since a hub grants no access to its items. Null if it is deleted or hidden. */
export async function visibleItem(reads: MetadataReads, caller: Caller, itemId: string): Promise<ItemRecord | null> {
  const item = await reads.items.get(itemId);
  if (!item || item.parentId === null) return null;
  const ancestors = await reads.items.ancestors(item);
  if (isTrashed({ item, ancestors })) return null;
  const access = await accessTo(reads, caller, item, ancestors);
  return access && asShown({ item, ancestors, access }).item;
}
