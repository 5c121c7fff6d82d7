import type { EventType } from '../../../contract/resources/streams/event.ts';
import type { ContentScope } from '../../ports/metadata/governance/content-scope.ts';
import type { AncestorRecord, ItemRecord } from '../../ports/metadata/items/items.ts';

/** Content that reached its location through an upload, a new version, a copy, a move, a restore, or a change of owner. */
export interface Arrival {
  readonly item: ItemRecord;
  /** From the owner's root down to the parent. */
  readonly ancestors: readonly AncestorRecord[];
  /** The versions that arrived. */
  readonly scope: ContentScope;
}

/** The versions that an item event brought to the item's location; null if none. */
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
