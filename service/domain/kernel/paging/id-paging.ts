import type { IdPage } from '../../../ports/metadata/governance/content-scope.ts';
import type { Service } from '../../service.ts';
import { pageByMarker, readListMarker } from './list-marker.ts';

/** A list ordered by id, and one page of it. */
export interface IdPaging {
  /** The page to read: one extra row tells whether there is a next page. */
  readonly wanted: IdPage;
  /** The rows to read, out of a list that is known whole and may be in any order. */
  readonly wantedOf: <Row extends { readonly id: string }>(rows: readonly Row[]) => readonly Row[];
  readonly pageOf: <Row extends { readonly id: string }>(
    rows: readonly Row[],
  ) => { readonly entries: readonly Row[]; readonly limit: number; readonly next_marker: string | null };
}

/**
 * Starts a page after a marker. `list` identifies the list and everything that determines its filter.
 * @throws Refusal `invalid_parameter` for a foreign marker.
 */
export function pagingById(
  { settings: { markerKey } }: Service,
  list: readonly unknown[],
  { marker, limit }: { readonly marker?: string | undefined; readonly limit: number },
): IdPaging {
  const [after] = readListMarker(markerKey, list, marker) ?? [];
  const wanted = { after: after === undefined ? null : String(after), limit: limit + 1 };
  return {
    wanted,
    wantedOf: (rows) =>
      rows
        .filter(({ id }) => Number(id) > Number(wanted.after ?? 0))
        .toSorted((one, other) => Number(one.id) - Number(other.id))
        .slice(0, wanted.limit),
    pageOf: (rows) => pageByMarker(markerKey, list, { rows, limit, cursorOf: ({ id }) => [id] }),
  };
}
