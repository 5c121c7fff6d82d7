import type { EventType } from '../../../contract/resources/event.ts';
import type { ContentScope } from '../../ports/metadata/content-scope.ts';
import type { AncestorRecord, ItemRecord } from '../../ports/metadata/items.ts';

/** Content that came to where it is: an upload, a new version, a copy, a move, a way out of the trash, another owner. */
export interface Arrival {
  readonly item: ItemRecord;
  /** From the owner's root down to the parent. */
  readonly ancestors: readonly AncestorRecord[];
  /** Which versions came. */
  readonly scope: ContentScope;
}

/** Which versions an event of an item brought to where the item is; null when it brought none. */
export function arrivalOf(
  eventType: EventType,
  item: ItemRecord,
  ancestors: readonly AncestorRecord[],
): Arrival | null {
  if (item.kind === 'web_link') return null;
  const all: ContentScope = { kind: item.kind, id: item.id };
  switch (eventType) {
    case 'ITEM_UPLOAD':
    case 'ITEM_MAKE_CURRENT_VERSION':
      return { item, ancestors, scope: item.kind === 'file' ? { kind: 'version', id: item.versionId } : all };
    case 'ITEM_COPY':
    case 'ITEM_MOVE':
    case 'ITEM_UNDELETE_VIA_TRASH':
      return { item, ancestors, scope: all };
    default:
      return null;
  }
}
