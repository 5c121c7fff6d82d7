import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { DrawnRow } from './use-row-window.ts';

/** How long a row takes to reach its new place. */
const TRAVEL_MS = 150;

type Drawn<Row> = {
  readonly rows: readonly Row[];
  readonly drawn: readonly DrawnRow[];
  readonly count: number;
  /** The order of the rows: in another one, all would travel. */
  readonly order: string;
};

type Shown<Row> = Drawn<Row> & { readonly keyOf: (row: Row) => string; readonly rowPx: number };

/**
 * Rows that changed places because one of them was renamed or moved travel there, unless the system asks for no motion. Only rows in sight before
 * and after do, so the cost does not depend on the length of the list.
 */
export function useTravel<Row>(table: RefObject<HTMLTableElement | null>, shown: Shown<Row>): void {
  const { rows, drawn, count, order, keyOf, rowPx } = shown;
  const last = useRef<Drawn<Row> | null>(null);
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { rows, drawn, count, order };
    const body = table.current?.tBodies[0];
    if (before === null || before.rows === rows || before.count !== count || before.order !== order) return;
    if (body === undefined || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const { index, by } of movesBetween(before, { rows, drawn }, keyOf)) {
      const row = body.querySelector(`[data-row="${index}"]`);
      // The one that went farthest passes over the others.
      const zIndex = Math.abs(by) > 1 ? 1 : 0;
      const from = { transform: `translateY(${by * rowPx}px)`, zIndex };
      row?.animate([from, { transform: 'none', zIndex }], { duration: TRAVEL_MS, easing: 'ease-out' });
    }
  });
}

/** The rows that are drawn before and after, at another place; `by`: how many rows they come from below. */
function movesBetween<Row>(
  before: Pick<Drawn<Row>, 'rows' | 'drawn'>,
  after: Pick<Drawn<Row>, 'rows' | 'drawn'>,
  keyOf: (row: Row) => string,
): readonly { readonly index: number; readonly by: number }[] {
  const were = new Map<string, number>();
  for (const { index } of before.drawn) {
    const row = before.rows[index];
    if (row !== undefined) were.set(keyOf(row), index);
  }
  return after.drawn.flatMap(({ index }) => {
    const row = after.rows[index];
    const was = row === undefined ? undefined : were.get(keyOf(row));
    return was === undefined || was === index ? [] : [{ index, by: was - index }];
  });
}
