import { type RefObject, useEffect, useRef } from 'react';
import type { GridPlace } from './grid-moves.ts';
import { type PlacedGrid, useGridPlace } from './use-grid-place.ts';
import type { RowScroller } from './use-row-window.ts';

/** Where a person stands in a grid. */
type Standing = {
  /** The current row. */
  readonly active: number;
  readonly from: GridPlace;
  /** Goes to a row. */
  readonly stand: (next: GridPlace) => void;
  /** For the scroll event. */
  readonly scrolled: () => void;
};

type StandingGrid<Row> = PlacedGrid<Row> & {
  readonly count: number;
  readonly firstAwayPx?: number | null;
  readonly onPlace?: (key: string, index: number, awayPx: number) => void;
};

type Scroller = Pick<RowScroller, 'reveal' | 'topOf'> & { readonly scroller: RefObject<HTMLElement | null> };

/** The place in a grid: it begins where the person left the list, and reports each step and the end of each scroll. */
export function useStanding<Row>(grid: StandingGrid<Row>, { scroller, reveal, topOf }: Scroller): Standing {
  const { count, rows, keyOf, firstAwayPx = null, onPlace } = grid;
  const reported = useRef<string | null>(null);
  const keyAt = (index: number): string | null => {
    const row = rows[index];
    return row === undefined ? null : keyOf(row);
  };
  const [place, setPlace] = useGridPlace(grid, (index) => {
    reveal(index, firstAwayPx);
    reported.current = keyAt(index);
    // Back to this list: the focus is on the page as a whole, or nowhere.
    if (firstAwayPx !== null && document.activeElement?.contains(scroller.current) === true) focusRow(scroller, index);
  });
  const active = Math.max(0, Math.min(place.active, count - 1));
  const report = (index: number): void => {
    const key = keyAt(index);
    if (key === null) return;
    reported.current = key;
    onPlace?.(key, index, topOf(index) - (scroller.current?.scrollTop ?? 0));
  };
  useEffect(() => {
    // Its row is gone: no one could come back to it.
    if (reported.current !== null && reported.current !== keyAt(active)) report(active);
  });
  const scrolled = useScrollEnd(() => report(active));
  const stand = (next: GridPlace): void => {
    setPlace(next);
    // The person stays at this row, even if the one to begin at is still to be loaded.
    grid.onBegun?.();
    report(next.active);
  };
  return { active, from: { ...place, active }, stand, scrolled };
}

/** Focuses a row that is drawn. */
export const focusRow = (scroller: RefObject<HTMLElement | null>, index: number): void =>
  scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus({ preventScroll: true });

/** A list that was not scrolled for so long is at rest. */
const SCROLL_REST_MS = 150;

/** Calls `act` when scrolling ends. */
function useScrollEnd(act: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), SCROLL_REST_MS);
  };
}
