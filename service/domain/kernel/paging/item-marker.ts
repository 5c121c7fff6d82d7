import type { ItemCursor, ItemSort, SortDirection } from '../../../ports/metadata/items/items.ts';
import { readListMarker, writeListMarker } from './list-marker.ts';

/** The list that a marker belongs to; it is not valid for any other list. */
export interface MarkedList {
  /** Id of the folder, or a fixed name for any other list. */
  readonly list: string;
  readonly sort: ItemSort;
  readonly direction: SortDirection;
}

/** The marker after an item of a listing. */
export function writeMarker(key: string, { list, sort, direction }: MarkedList, cursor: ItemCursor): string {
  return writeListMarker(key, [list, sort, direction], [cursor.kind, cursor.value, cursor.id]);
}

/**
 * The start of a page; null for the first one (no marker, or `0`).
 * @throws Refusal `invalid_parameter` for a foreign marker.
 */
export function readMarker(
  key: string,
  { list, sort, direction }: MarkedList,
  marker: string | undefined,
): ItemCursor | null {
  const cursor = readListMarker(key, [list, sort, direction], marker);
  if (cursor === null) return null;
  // We signed this text, so its shape is certain: `[kind, value, id]`.
  const [kind, value, id] = cursor as unknown as [ItemCursor['kind'], ItemCursor['value'], ItemCursor['id']];
  return { kind, value, id };
}
