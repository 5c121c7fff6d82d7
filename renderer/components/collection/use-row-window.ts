import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Height drawn beyond the visible rows, so that scrolling shows no gap, in pixels: six low rows, or two lines of tiles. */
const OVERSCAN_PX = 240;
/** The window moves in steps of about this height, so most scroll events change nothing. */
const STEP_PX = 192;
/** Time without scrolling after which a list is at rest, in milliseconds. */
const REST_MS = 150;
/** At rest, so many rows at a time go to their places in the document, and so often: all of them at once would take a long task. */
const ORDERED = 2;
const ORDER_MS = 32;

/** The first and last drawn rows; `last` is -1 if there is none. The count is the same at every scroll position. */
export type RowWindow = { readonly first: number; readonly last: number };

export type RowView = RowWindow & {
  /** The first row when the list was last at rest. */
  readonly rest: number;
  /** The row that each slot of elements draws: one of the window, or after a leap still one of before. */
  readonly drawn: readonly number[];
};

export type RowScroller = {
  readonly view: RowView;
  /** Draws the rows at the current scroll position. */
  readonly look: () => void;
  /** Scrolls just enough to show a row; `awayPx` sets its distance from the visible top. */
  readonly reveal: (index: number, awayPx?: number | null) => void;
  /** Where a row is in the list, in pixels. */
  readonly topOf: (index: number) => number;
};

type RowPlaces = {
  readonly count: number;
  readonly rowPx: number;
  /** The headings cover this much at the top. */
  readonly headPx?: number;
  /** The rows begin here, below others of another height. */
  readonly beginPx?: number;
  /** Rows that load something must not stay where they are when a leap takes them out of sight. */
  readonly leavesNone?: boolean;
};

/** Which of `count` rows, each `rowPx` high, are visible in `scrollerRef`. */
export function useRowWindow(
  scrollerRef: RefObject<HTMLElement | null>,
  { count, rowPx, headPx = 0, beginPx = 0, leavesNone = false }: RowPlaces,
): RowScroller {
  const [view, setView] = useState<RowView>({ first: 0, last: -1, rest: 0, drawn: [] });
  const known = useRef(view);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = useCallback(function settleOn(): void {
    const next = settled(known.current);
    if (next === known.current) return;
    known.current = next;
    setView(next);
    resting.current = setTimeout(settleOn, ORDER_MS);
  }, []);
  const look = useCallback((): void => {
    const element = scrollerRef.current;
    if (element === null) return;
    clearTimeout(resting.current);
    resting.current = setTimeout(settle, REST_MS);
    const seen = { count, rowPx, topPx: element.scrollTop - beginPx, heightPx: element.clientHeight };
    const before = known.current;
    const next = before.drawn.length === 0 ? firstWindowOf(seen) : windowOf(seen);
    if (next.first === before.first && next.last === before.last && isWhole(before)) return;
    const isLeap = !leavesNone && Math.abs(next.first - before.first) * rowPx > OVERSCAN_PX;
    known.current = movedTo(before, next, isLeap ? inSight(seen) : next);
    setView(known.current);
  }, [scrollerRef, count, rowPx, beginPx, leavesNone, settle]);

  useEffect(() => () => clearTimeout(resting.current), []);
  useLayoutEffect(look, [look]);
  useEffect(() => {
    const element = scrollerRef.current;
    if (element === null) return;
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => resized.disconnect();
  }, [scrollerRef, look]);

  const reveal = useCallback(
    (index: number, awayPx: number | null = null): void => {
      const element = scrollerRef.current;
      if (element === null) return;
      const top = beginPx + index * rowPx;
      const seen = element.clientHeight - headPx;
      if (awayPx !== null) setScrollTop(element, top - awayPx);
      else if (top < element.scrollTop) setScrollTop(element, top);
      else if (top + rowPx > element.scrollTop + seen) setScrollTop(element, top + rowPx - seen);
      look();
    },
    [scrollerRef, rowPx, headPx, beginPx, look],
  );
  return { view, look, reveal, topOf: (index) => beginPx + index * rowPx };
}

/**
 * For the scroll event, which fires right before a frame: the rows are drawn in that same frame, so no gap is visible. All windows look before any of
 * them is drawn, since a look after a change of the document would cost a layout.
 */
export function drawInThisFrame(...windows: readonly RowScroller[]): void {
  flushSync(() => {
    for (const { look } of windows) look();
  });
}

function setScrollTop(element: HTMLElement, topPx: number): void {
  element.scrollTop = topPx;
}

type Seen = { readonly count: number; readonly rowPx: number; readonly topPx: number; readonly heightPx: number };

/** The rows to draw at a scroll position. */
export function windowOf({ count, rowPx, topPx, heightPx }: Seen): RowWindow {
  const [step, overscan] = [Math.ceil(STEP_PX / rowPx), Math.ceil(OVERSCAN_PX / rowPx)];
  const size = (Math.ceil(heightPx / rowPx / step) + 1) * step + 2 * overscan;
  const above = Math.floor(topPx / rowPx / step) * step - overscan;
  const first = Math.max(0, Math.min(above, count - size));
  return { first, last: Math.min(count, first + size) - 1 };
}

/** The first rows of a list: making all at once takes twice as long, so those beyond the visible ones come after the first frame, as the size is observed. */
export function firstWindowOf(seen: Seen): RowWindow {
  const { first, last } = windowOf(seen);
  return { first, last: Math.max(first - 1, Math.min(last, inSight(seen).last)) };
}

/** The rows that are in sight at a scroll position. */
function inSight({ rowPx, topPx, heightPx }: Seen): RowWindow {
  return { first: Math.floor(topPx / rowPx), last: Math.floor((topPx + heightPx) / rowPx) };
}

const sizeOf = ({ first, last }: RowWindow): number => last - first + 1;

/**
 * While scrolling, the DOM order is kept; a different number of rows starts from scratch. Only the rows of `seen` are drawn: a leap leaves the other
 * elements where they are, out of sight, which halves the work of its frame.
 */
export function movedTo(before: RowView, next: RowWindow, seen: RowWindow = next): RowView {
  const size = sizeOf(next);
  if (sizeOf(before) !== size) return { ...next, rest: next.first, drawn: wholeOf(next) };
  const drawn = wholeOf(next).map((index, slot) =>
    index >= seen.first && index <= seen.last ? index : (before.drawn[slot] ?? index),
  );
  return { ...next, rest: before.rest, drawn };
}

/** One step of a list that is no longer scrolled: first all its rows are drawn, then some at a time go into reading order. The same view: it is at rest. */
export function settled(view: RowView): RowView {
  const { first, rest, drawn } = view;
  if (!isWhole(view)) return { ...view, drawn: wholeOf(view) };
  const ahead = modulo(first - rest, drawn.length);
  return ahead === 0 ? view : { ...view, rest: rest + Math.min(ahead, ORDERED) };
}

const isWhole = ({ first, last, drawn }: RowView): boolean => drawn.every((index) => index >= first && index <= last);

/** All rows of a window by slot. A row that comes takes the slot of one that goes. */
function wholeOf({ first, last }: RowWindow): readonly number[] {
  const size = sizeOf({ first, last });
  return Array.from({ length: size }, (_, slot) => first + modulo(slot - first, size));
}

/** A drawn row and the slot of elements that it uses. */
export type DrawnRow = { readonly index: number; readonly slot: string };

/**
 * The rows of a window in DOM order, including the focused one, which must be rendered to keep the focus. At rest they are in
 * reading order for screen readers. While the list scrolls, an incoming row reuses the elements of an outgoing one in place:
 * changing a text costs a tenth of creating or moving elements.
 */
export function drawnRows({ first, rest, drawn }: RowView, active: number, count: number): readonly DrawnRow[] {
  const size = drawn.length;
  const rows = drawn.map((_, step) => {
    const slot = modulo(rest + step, size);
    return { index: drawn[slot] ?? first, slot: `slot ${slot}` };
  });
  if (active >= count || drawn.includes(active)) return rows;
  const apart = { index: active, slot: 'out of sight' };
  return active < first ? [apart, ...rows] : [...rows, apart];
}

const modulo = (value: number, by: number): number => (by === 0 ? 0 : ((value % by) + by) % by);
