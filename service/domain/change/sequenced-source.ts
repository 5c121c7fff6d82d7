import { nameKey } from '../../../contract/names.ts';
import type { AncestorRecord, ItemRecord } from '../../ports/metadata/items.ts';
import type { Change } from './change.ts';

/** An item as the source of an event. */
export interface ItemSource {
  readonly kind: 'item';
  readonly item: ItemRecord;
  readonly ancestors: readonly AncestorRecord[];
}

/**
 * The source of an event that changes who sees an item and not the item itself: its sequence id rises, so that nobody takes
 * the event for an old one, and its etag does not. Null when the item is gone.
 */
export async function sequencedSource({ tx }: Change, itemId: string): Promise<ItemSource | null> {
  const before = await tx.items.get(itemId);
  if (!before) return null;
  const item: ItemRecord = { ...before, sequenceId: before.sequenceId + 1 };
  await tx.items.update(item, nameKey(item.name));
  return { kind: 'item', item, ancestors: await tx.items.ancestors(item) };
}
