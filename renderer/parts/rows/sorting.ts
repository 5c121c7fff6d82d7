import { useMemo } from 'react';
import { z } from 'zod';
import { type GridSort, nextSort } from '../../components/collection/grid-sort.ts';
import { textOrder } from '../../texts/intl.ts';
import { language } from '../../texts/language.ts';

/** A chosen order as it is kept. */
export const gridSort: z.ZodType<GridSort | null> = z
  .object({ by: z.string(), direction: z.enum(['ASC', 'DESC']) })
  .nullable();

/** The order that a person chose for a list; null: that of the service. */
export type Sorting = { readonly sort: GridSort | null; readonly onSort: (sort: GridSort | null) => void };

export type Order<Entry> = (one: Entry, other: Entry) => number;

/** Entries without the text come first. */
export function byText<Entry>(textOf: (entry: Entry) => string | null | undefined): Order<Entry> {
  return (one, other) => textOrder(language).compare(textOf(one) ?? '', textOf(other) ?? '');
}

export function byNumber<Entry>(numberOf: (entry: Entry) => number | undefined): Order<Entry> {
  return (one, other) => (numberOf(one) ?? 0) - (numberOf(other) ?? 0);
}

/** The rows in the chosen order, and what a grid needs to show and change it. */
export function useSorted<Entry>(
  entries: readonly Entry[],
  columns: readonly { readonly id: string; readonly order?: Order<Entry> }[],
  sorting: Sorting | null,
) {
  const sort = sorting?.sort ?? null;
  const rows = useMemo(() => {
    const order = columns.find(({ id }) => id === sort?.by)?.order;
    if (order === undefined) return entries;
    return entries.toSorted(sort?.direction === 'DESC' ? (one, other) => order(other, one) : order);
  }, [entries, columns, sort]);
  const onSort = (column: string): void => {
    // The third press returns to the service's order.
    const isOver = sort?.by === column && sort.direction === 'DESC';
    sorting?.onSort(isOver ? null : nextSort(sort, column));
  };
  return { rows, sort, onSort };
}
