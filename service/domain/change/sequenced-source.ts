import { nameKey } from '../../../contract/rules/names.ts';
import type { AncestorRecord, ItemRecord } from '../../ports/metadata/items/items.ts';
import type { Change } from './change.ts';

/** An item as the source of an event. */
export interface ItemSource {
  readonly kind: 'item';
  readonly item: ItemRecord;
  readonly ancestors: readonly AncestorRecord[];
}

/**
 * The source of an event that changes who can see an item, but not the item itself. The sequence id rises, so that the event is not
 * taken for an old one; the etag stays. Null if the item no longer exists.
 */
export async function sequencedSource({ tx }: Change, itemId: string): Promise<ItemSource | null> {
  const before = await tx.items.get(itemId);
  if (!before) return null;
  const item: ItemRecord = { ...before, sequenceId: before.sequenceId + 1 };
  await tx.items.update(item, nameKey(item.name));
  return { kind: 'item', item, ancestors: await tx.items.ancestors(item) };
}
