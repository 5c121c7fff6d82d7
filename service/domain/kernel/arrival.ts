import type { EventType } from '../../../contract/resources/streams/event.ts';
import type { ContentScope } from '../../ports/metadata/governance/content-scope.ts';
import type { AncestorRecord, ItemRecord } from '../../ports/metadata/items/items.ts';
import type { ItemSnapshot } from '../../ports/metadata/streams/events.ts';

/** Content that reached its location through an upload, a new version, a copy, a move, a restore, or a change of owner. */
export interface Arrival {
  readonly item: ItemRecord;
  /** From the owner's root down to the parent. */
  readonly ancestors: readonly AncestorRecord[];
  /** The versions that arrived. */
  readonly scope: ContentScope;
  /** The item with the same versions before a move or a restore; null for new versions. */
  readonly before: ItemSnapshot | null;
}

/** The versions that an item event brought to the item's location; null if none. */
export function arrivalOf(
  eventType: EventType,
  item: ItemRecord,
  ancestors: readonly AncestorRecord[],
  before: ItemSnapshot | null,
): Arrival | null {
  if (item.kind === 'web_link') return null;
  const all: ContentScope = { kind: item.kind, id: item.id };
  switch (eventType) {
    case 'ITEM_UPLOAD':
    case 'ITEM_MAKE_CURRENT_VERSION': {
      const scope = item.kind === 'file' ? { kind: 'version' as const, id: item.versionId } : all;
      return { item, ancestors, scope, before: null };
    }
    case 'ITEM_COPY':
      return { item, ancestors, scope: all, before: null };
    case 'ITEM_MOVE':
    case 'ITEM_UNDELETE_VIA_TRASH':
      return { item, ancestors, scope: all, before };
    default:
      return null;
  }
}

/** What a policy can be assigned to. */
interface Target {
  readonly type: string;
  readonly id: string;
}

/**
 * The targets whose policies apply to an item now and did not before. Its content is already under the others: an assignment covers existing
 * content, trash included, and whatever arrives later. So a large folder is walked only for the new ones.
 */
export function newTargets<T extends Target>(
  arrival: Arrival,
  targetsOf: (place: ItemSnapshot) => readonly T[],
): readonly T[] {
  const { before } = arrival;
  const nameOf = ({ type, id }: Target) => `${type} ${id}`;
  const former = new Set(before === null ? [] : targetsOf(before).map(nameOf));
  return targetsOf(arrival).filter((target) => !former.has(nameOf(target)));
}
