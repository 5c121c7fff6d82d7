import type { ItemCursor, ItemSort, SortDirection } from '../../ports/metadata/items.ts';
import { readListMarker, writeListMarker } from './list-marker.ts';

/** The list that a marker belongs to; a marker of one list means nothing in another. */
export interface MarkedList {
  /** Id of the folder, or a fixed name for a list that is not of a folder. */
  readonly list: string;
  readonly sort: ItemSort;
  readonly direction: SortDirection;
}

/** The marker behind an item of a listing. */
export function writeMarker(key: string, { list, sort, direction }: MarkedList, cursor: ItemCursor): string {
  return writeListMarker(key, [list, sort, direction], [cursor.kind, cursor.value, cursor.id]);
}

/** Where a page begins; null at the start (no marker, or `0`). @throws Refusal `invalid_parameter` for a foreign marker. */
export function readMarker(
  key: string,
  { list, sort, direction }: MarkedList,
  marker: string | undefined,
): ItemCursor | null {
  const cursor = readListMarker(key, [list, sort, direction], marker);
  if (cursor === null) return null;
  // The text was signed by us, so its shape is certain: `[kind, value, id]`.
  const [kind, value, id] = cursor as unknown as [ItemCursor['kind'], ItemCursor['value'], ItemCursor['id']];
  return { kind, value, id };
}
