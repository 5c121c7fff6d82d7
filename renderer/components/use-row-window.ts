import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Rows drawn beyond those in sight, so that a turn of the wheel shows no gap. */
const OVERSCAN = 12;
/** The window moves in steps of so many rows: most scroll events change nothing. */
const STEP = 6;

/** The first and the last row that are drawn; `last` is -1 where there is none. */
export type RowWindow = { readonly first: number; readonly last: number };

export type RowScroller<Scroller extends HTMLElement> = {
  /** Of the element that scrolls. */
  readonly scroller: RefObject<Scroller | null>;
  readonly view: RowWindow;
  /** Looks again where the scroller stands. */
  readonly look: () => void;
  /** Scrolls as little as is needed to have a row in sight. */
  readonly reveal: (index: number) => void;
};

/** Which of `count` rows, each `rowPx` high, are in sight; `headPx` of the top are covered by the headings. */
export function useRowWindow<Scroller extends HTMLElement>({
  count,
  rowPx,
  headPx,
}: {
  readonly count: number;
  readonly rowPx: number;
  readonly headPx: number;
}): RowScroller<Scroller> {
  const scroller = useRef<Scroller>(null);
  const known = useRef<RowWindow>({ first: 0, last: -1 });
  const [view, setView] = useState<RowWindow>({ first: 0, last: -1 });
  const look = useCallback((): void => {
    const element = scroller.current;
    if (element === null) return;
    const next = windowOf({ count, rowPx, topPx: element.scrollTop, heightPx: element.clientHeight });
    if (next.first === known.current.first && next.last === known.current.last) return;
    known.current = next;
    setView(next);
  }, [count, rowPx]);

  useLayoutEffect(look, [look]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => resized.disconnect();
  }, [look]);

  const reveal = useCallback(
    (index: number): void => {
      const element = scroller.current;
      if (element === null) return;
      const top = index * rowPx;
      const seen = element.clientHeight - headPx;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowPx > element.scrollTop + seen) element.scrollTop = top + rowPx - seen;
      look();
    },
    [rowPx, headPx, look],
  );
  return { scroller, view, look, reveal };
}

type Seen = { readonly count: number; readonly rowPx: number; readonly topPx: number; readonly heightPx: number };

/** The rows to draw where a scroller stands. */
export function windowOf({ count, rowPx, topPx, heightPx }: Seen): RowWindow {
  const first = Math.floor(topPx / rowPx / STEP) * STEP - OVERSCAN;
  const last = Math.ceil((topPx + heightPx) / rowPx / STEP) * STEP + OVERSCAN;
  return { first: Math.max(0, Math.min(first, count - 1)), last: Math.min(count - 1, last) };
}

/** The rows of a window, and the one that has the keyboard: it must be drawn to keep it. */
export function drawnRows({ first, last }: RowWindow, active: number, count: number): readonly number[] {
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step);
  if (active >= count || (active >= first && active <= last)) return indexes;
  return active < first ? [active, ...indexes] : [...indexes, active];
}
