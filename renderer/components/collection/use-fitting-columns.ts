import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';

/** A column's space requirements. */
export type Track = {
  /** A CSS grid track; its first length in rem is the minimum width. */
  readonly width: string;
  /** What it should have before optional columns are shown, in rem; default: its minimum width. */
  readonly roomRem?: number;
  /** Hidden if the table has no room for it. */
  readonly mayGo?: boolean;
};

/** The columns that fit. Optional columns are dropped from the end. Next to an open panel the table is narrower than the window. */
export function useFittingColumns<Column extends Track>(
  table: RefObject<HTMLElement | null>,
  columns: readonly Column[],
): readonly Column[] {
  const widthRem = useWidthRem(table);
  return useMemo(() => fitting(columns, widthRem), [columns, widthRem]);
}

/** The columns that fit into `widthRem`; null: not measured yet. */
export function fitting<Column extends Track>(columns: readonly Column[], widthRem: number | null): readonly Column[] {
  const shown = [...columns];
  const needed = (): number => shown.reduce((sum, { width, roomRem }) => sum + (roomRem ?? leastRem(width)), 0);
  while (widthRem !== null && needed() > widthRem) {
    const last = shown.findLastIndex(({ mayGo }) => mayGo === true);
    if (last < 0) break;
    shown.splice(last, 1);
  }
  return shown.length === columns.length ? columns : shown;
}

const leastRem = (width: string): number => Number(/([\d.]+)rem/.exec(width)?.[1] ?? 0);

/** An element's content width in steps of a quarter rem; null: not measured yet. */
export function useWidthRem(table: RefObject<HTMLElement | null>): number | null {
  const [rem, setRem] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = table.current;
    if (element === null) return;
    const measure = (): void => {
      const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setRem(Math.floor((element.clientWidth / size) * 4) / 4);
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, [table]);
  return rem;
}
