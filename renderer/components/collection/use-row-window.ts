import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Height drawn beyond the visible rows, so that scrolling shows no gap, in pixels: six low rows, or two lines of tiles. */
const OVERSCAN_PX = 240;
/** The window moves in steps of about this height, so most scroll events change nothing. */
const STEP_PX = 192;
/** Time without scrolling after which a list is at rest, in milliseconds. */
const REST_MS = 150;

/** The first and last drawn rows; `last` is -1 if there is none. The count is the same at every scroll position. */
export type RowWindow = { readonly first: number; readonly last: number };

/** The rendered rows, and the first of them when the list was last at rest. */
export type RowView = RowWindow & { readonly rest: number };

export type RowScroller = {
  readonly view: RowView;
  /** Draws the rows at the current scroll position. */
  readonly look: () => void;
  /** Scrolls as little as necessary to show a row. */
  readonly reveal: (index: number) => void;
};

/**
 * Which of `count` rows, each `rowPx` high, are visible in `scrollerRef`. They begin at `beginPx`, below others of another height; the headings cover
 * `headPx` at the top.
 */
export function useRowWindow(
  scrollerRef: RefObject<HTMLElement | null>,
  {
    count,
    rowPx,
    headPx = 0,
    beginPx = 0,
  }: { readonly count: number; readonly rowPx: number; readonly headPx?: number; readonly beginPx?: number },
): RowScroller {
  const [view, setView] = useState<RowView>({ first: 0, last: -1, rest: 0 });
  const known = useRef<RowWindow>(view);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const look = useCallback((): void => {
    const element = scrollerRef.current;
    if (element === null) return;
    clearTimeout(resting.current);
    resting.current = setTimeout(() => setView(atRest), REST_MS);
    const next = windowOf({ count, rowPx, topPx: element.scrollTop - beginPx, heightPx: element.clientHeight });
    if (next.first === known.current.first && next.last === known.current.last) return;
    known.current = next;
    setView((before) => movedTo(before, next));
  }, [scrollerRef, count, rowPx, beginPx]);

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
    (index: number): void => {
      const element = scrollerRef.current;
      if (element === null) return;
      const top = beginPx + index * rowPx;
      const seen = element.clientHeight - headPx;
      if (top < element.scrollTop) setScrollTop(element, top);
      else if (top + rowPx > element.scrollTop + seen) setScrollTop(element, top + rowPx - seen);
      look();
    },
    [scrollerRef, rowPx, headPx, beginPx, look],
  );
  return { view, look, reveal };
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

const sizeOf = ({ first, last }: RowWindow): number => last - first + 1;

/** While scrolling, the DOM order is kept; a different number of rows starts from scratch. */
export function movedTo(before: RowView, next: RowWindow): RowView {
  return { ...next, rest: sizeOf(before) === sizeOf(next) ? before.rest : next.first };
}

export function atRest(view: RowView): RowView {
  return view.rest === view.first ? view : { ...view, rest: view.first };
}

/** A drawn row and the slot of elements that it uses. */
export type DrawnRow = { readonly index: number; readonly slot: string };

/**
 * The rows of a window in DOM order, including the focused one, which must be rendered to keep the focus. At rest they are in
 * reading order for screen readers. While the list scrolls, an incoming row reuses the elements of an outgoing one in place:
 * changing a text costs a tenth of creating or moving elements.
 */
export function drawnRows(view: RowView, active: number, count: number): readonly DrawnRow[] {
  const { first, last, rest } = view;
  const size = sizeOf(view);
  const begin = first + modulo(rest - first, size);
  const rows = Array.from({ length: size }, (_, step) => {
    const index = begin + step > last ? begin + step - size : begin + step;
    return { index, slot: `slot ${index % size}` };
  });
  if (active >= count || (active >= first && active <= last)) return rows;
  const apart = { index: active, slot: 'out of sight' };
  return active < first ? [apart, ...rows] : [...rows, apart];
}

const modulo = (value: number, by: number): number => (by === 0 ? 0 : ((value % by) + by) % by);
