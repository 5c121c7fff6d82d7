import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Rows drawn beyond those in sight, so that a turn of the wheel shows no gap. */
const OVERSCAN = 12;
/** The window moves in steps of so many rows: most scroll events change nothing. */
const STEP = 6;

/** The first and the last row that are drawn; `last` is -1 where there is none. */
export type RowWindow = { readonly first: number; readonly last: number };

/** Which of `count` rows, each `rowPx` high, are in sight of a scroller; `headPx` of its top are covered by the headings. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  { count, rowPx, headPx }: { readonly count: number; readonly rowPx: number; readonly headPx: number },
): { readonly view: RowWindow; readonly look: () => void; readonly reveal: (index: number) => void } {
  const [view, setView] = useState<RowWindow>({ first: 0, last: -1 });
  const known = useRef(view);
  const look = useCallback((): void => {
    const element = scroller.current;
    if (element === null) return;
    const next = windowOf({ count, rowPx, topPx: element.scrollTop, heightPx: element.clientHeight });
    if (next.first === known.current.first && next.last === known.current.last) return;
    known.current = next;
    setView(next);
  }, [scroller, count, rowPx]);

  useLayoutEffect(look, [look]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => resized.disconnect();
  }, [scroller, look]);

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
    [scroller, rowPx, headPx, look],
  );
  return { view, look, reveal };
}

type Seen = { readonly count: number; readonly rowPx: number; readonly topPx: number; readonly heightPx: number };

/** The rows to draw where a scroller stands. */
export function windowOf({ count, rowPx, topPx, heightPx }: Seen): RowWindow {
  const first = Math.floor(topPx / rowPx / STEP) * STEP - OVERSCAN;
  const last = Math.ceil((topPx + heightPx) / rowPx / STEP) * STEP + OVERSCAN;
  return { first: Math.max(0, Math.min(first, count - 1)), last: Math.min(count - 1, last) };
}
