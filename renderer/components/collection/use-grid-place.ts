import { useEffect, useRef, useState } from 'react';
import type { GridPlace } from './grid-moves.ts';

/** Until someone goes to a row, the tab stop is the first one, whichever that is. */
const start: GridPlace = { active: 0, anchor: 0 };

type Listed<Row> = { readonly rows: readonly Row[]; readonly keyOf: (row: Row) => string };

/** The rows of a grid, and where it begins. */
export type PlacedGrid<Row> = Listed<Row> & {
  /** The key of the row to begin at. */
  readonly first?: string | null;
  /** Where it was, in case it is gone. */
  readonly firstIndex?: number | null;
  readonly onBegun?: () => void;
};

/** The place in a grid. When rows above it come or go, it moves with its row; when its row goes, it stays where it is. */
export function useGridPlace<Row>(
  grid: PlacedGrid<Row>,
  begin: (index: number) => void,
): readonly [GridPlace, (place: GridPlace) => void] {
  const { rows, keyOf } = grid;
  const [place, setPlace] = useState(start);
  const [before, setBefore] = useState(rows);
  useBeginning(grid, setPlace, begin);
  if (before === rows) return [place, setPlace];
  setBefore(rows);
  if (place === start) return [place, setPlace];
  const follow = (index: number): number => indexNow(index, { rows: before, keyOf }, rows);
  const moved = { active: follow(place.active), anchor: follow(place.anchor) };
  const isSame = moved.active === place.active && moved.anchor === place.anchor;
  if (!isSame) setPlace(moved);
  return [isSame ? place : moved, setPlace];
}

/** Looks near the old index first: a list may be long, and few rows come at a time. */
function indexNow<Row>(index: number, { rows: before, keyOf }: Listed<Row>, rows: readonly Row[]): number {
  const row = before[index];
  if (row === undefined) return index;
  const key = keyOf(row);
  const isAt = (at: number): boolean => {
    const other = rows[at];
    return other !== undefined && (other === row || keyOf(other) === key);
  };
  for (let by = 0; by <= Math.max(index, rows.length); by += 1) {
    if (isAt(index + by)) return index + by;
    if (isAt(index - by)) return index - by;
  }
  return index;
}

/** Goes to the row to begin at, once. */
function useBeginning<Row>(
  { rows, keyOf, first = null, firstIndex = null, onBegun }: PlacedGrid<Row>,
  setPlace: (place: GridPlace) => void,
  begin: (index: number) => void,
): void {
  const begun = useRef<string | null>(null);
  const beginNow = useRef(begin);
  useEffect(() => {
    beginNow.current = begin;
    if (first === null || first === begun.current) return;
    const found = rows.findIndex((row) => keyOf(row) === first);
    const index = found < 0 ? firstIndex : found;
    if (index === null || rows[index] === undefined) return;
    begun.current = first;
    setPlace({ active: index, anchor: index });
    // In the next frame, the width of the list is known, and with it how many tiles a line has.
    requestAnimationFrame(() => beginNow.current(index));
    onBegun?.();
  });
}
