import type { EventType } from '../../../../contract/resources/streams/event.ts';
import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { MetadataWrites } from '../../../ports/metadata-store.ts';
import { itemWords } from './item-words.ts';

/** Events that may change the words of an item or add it to the index. */
const wordEvents: ReadonlySet<EventType> = new Set<EventType>([
  'ITEM_CREATE',
  'ITEM_UPLOAD',
  'ITEM_COPY',
  'ITEM_MOVE',
  'ITEM_RENAME',
  'ITEM_MODIFY',
  'ITEM_MAKE_CURRENT_VERSION',
  'ITEM_UNDELETE_VIA_TRASH',
]);

/** Indexes an item under its current words, in the transaction that changed them. */
export async function indexAfterEvent(
  { words }: Pick<MetadataWrites, 'words'>,
  eventType: EventType,
  item: ItemRecord,
): Promise<void> {
  if (!wordEvents.has(eventType) || item.parentId === null) return;
  // A copied tree comes with its words: see `TreeCopy`.
  if (eventType === 'ITEM_COPY' && item.kind === 'folder') return;
  const entry = { source: { itemId: item.id, ownerId: item.ownerId, commentId: null }, words: itemWords(item) };
  // A new item has no words yet.
  await (item.etag === 0 ? words.add([entry]) : words.replace(entry));
}
