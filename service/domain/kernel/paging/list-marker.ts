import { createHmac, timingSafeEqual } from 'node:crypto';
import { say } from '../../../../contract/rules/say.ts';
import { parameterRefusal } from '../../refusal.ts';

/** The end of a keyset page: the sort values of its last entry. */
export type ListCursor = readonly (string | number)[];

/**
 * A marker: opaque to clients and signed, so that they cannot forge a position. `list` identifies the list and everything that
 * determines its order and filter: a marker is not valid for any other list.
 */
export function writeListMarker(key: string, list: readonly unknown[], cursor: ListCursor): string {
  const body = Buffer.from(JSON.stringify(cursor)).toString('base64url');
  return `${body}.${sign(key, list, body)}`;
}

/**
 * The start of a page; null for the first one (no marker, or `0`).
 * @throws Refusal `invalid_parameter` for a foreign marker.
 */
export function readListMarker(key: string, list: readonly unknown[], marker: string | undefined): ListCursor | null {
  if (marker === undefined || marker === '' || marker === '0') return null;
  const [body = '', signature = ''] = marker.split('.');
  const expected = Buffer.from(sign(key, list, body));
  const given = Buffer.from(signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) {
    const message = say`The marker does not belong to this list. Start again without a marker.`;
    throw parameterRefusal('invalid_parameter', 'marker', message);
  }
  // We signed this text, so its shape is certain.
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as ListCursor;
}

/** One page of a keyset list: `rows` has one extra row if there is a next page, and `cursorOf` returns the position of a row. */
export function pageByMarker<Row>(
  key: string,
  list: readonly unknown[],
  { rows, limit, cursorOf }: { rows: readonly Row[]; limit: number; cursorOf: (row: Row) => ListCursor },
): { readonly entries: readonly Row[]; readonly limit: number; readonly next_marker: string | null } {
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { entries, limit, next_marker: hasMore ? writeListMarker(key, list, cursorOf(last)) : null };
}

function sign(key: string, list: readonly unknown[], body: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([...list, body]))
    .digest('base64url')
    .slice(0, 22);
}
