import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ItemCursor, ItemSort, SortDirection } from '../../ports/metadata/items.ts';
import { parameterRefusal } from '../refusal.ts';

/** The list that a marker belongs to; a marker of one list means nothing in another. */
export interface MarkedList {
  /** Id of the folder, or a fixed name for a list that is not of a folder. */
  readonly list: string;
  readonly sort: ItemSort;
  readonly direction: SortDirection;
}

/** A marker: opaque to clients, signed, so that nobody can steer a list by making one up (service-decisions.md A9). */
export function writeMarker(key: string, list: MarkedList, cursor: ItemCursor): string {
  const body = Buffer.from(JSON.stringify([cursor.kind, cursor.value, cursor.id])).toString('base64url');
  return `${body}.${sign(key, list, body)}`;
}

/** Where a page begins; null at the start (no marker, or `0`). @throws Refusal `invalid_parameter` for a foreign marker. */
export function readMarker(key: string, list: MarkedList, marker: string | undefined): ItemCursor | null {
  if (marker === undefined || marker === '' || marker === '0') return null;
  const [body = '', signature = ''] = marker.split('.');
  const expected = Buffer.from(sign(key, list, body));
  const given = Buffer.from(signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) {
    const message = 'The marker is not one that this list gave out. Start the list again without a marker.';
    throw parameterRefusal('invalid_parameter', 'marker', message);
  }
  return parseCursor(JSON.parse(Buffer.from(body, 'base64url').toString()));
}

function sign(key: string, { list, sort, direction }: MarkedList, body: string): string {
  const text = JSON.stringify([list, sort, direction, body]);
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
}

/** The text was signed by us, so its shape is certain: `[kind, value, id]`. */
function parseCursor(signed: unknown): ItemCursor {
  const [kind, value, id] = signed as [ItemCursor['kind'], ItemCursor['value'], ItemCursor['id']];
  return { kind, value, id };
}
