import { memo, type ReactNode, useEffect, useState } from 'react';
import { classNames } from '../layout/class-names.ts';
import { useWidthRem } from './use-fitting-columns.ts';
import { type GridBehaviour, useGrid } from './use-grid.ts';
import { drawnRows, useRowWindow } from './use-row-window.ts';
import type { RowData } from './virtual-grid.tsx';

export type TileGridProps<Row> = GridBehaviour<Row> & {
  readonly label: string;
  /**
   * Must be stable as long as it renders the same. Nothing in a tile is a tab stop: its menu has all actions. Key stateful content by row, since
   * another row reuses its elements.
   */
  readonly tile: (row: Row) => ReactNode;
  readonly dataOf?: (row: Row) => RowData;
  /** Index of the last visible row, even if it is not loaded yet. */
  readonly onSeen: (index: number) => void;
};

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- `select` shows words only */

/** Minimum width of a tile, and height of a row of tiles including the gap, in rem. */
const LEAST_REM = 12.5;
const LINE_REM = 13;

/** A grid of tiles that draws only the visible ones. Selection and navigation work as in a table. */
export function TileGrid<Row>(props: TileGridProps<Row>): ReactNode {
  const { label, count, rows, keyOf, tile, dataOf, selected, onSeen } = props;
  const [linePx] = useState(() => LINE_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const [perLine, setPerLine] = useState(4);
  const lines = Math.ceil(count / perLine);
  const { scroller, view, scrolled, reveal } = useRowWindow<HTMLDivElement>({ count: lines, rowPx: linePx, headPx: 0 });
  const widthRem = useWidthRem(scroller);
  const fits = widthRem === null ? perLine : Math.max(2, Math.floor(widthRem / LEAST_REM));
  if (fits !== perLine) setPerLine(fits);
  const { active, ...behaviour } = useGrid(props, { scroller, reveal, rowPx: linePx, perLine });
  const last = Math.min(count, (view.last + 1) * perLine) - 1;
  useEffect(() => onSeen(last), [onSeen, last]);
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label={label}
      aria-multiselectable
      tabIndex={-1}
      onScroll={scrolled}
      {...behaviour}
      className="min-h-0 flex-1 overflow-auto p-3 pt-13 outline-none"
    >
      <div role="presentation" className="relative" style={{ height: lines * linePx }}>
        {drawnRows(view, Math.floor(active / perLine), lines).map(({ index: line, slot }) => (
          <div
            key={slot}
            role="presentation"
            className="absolute inset-x-0 grid gap-4"
            style={{ top: line * linePx, gridTemplateColumns: `repeat(${perLine}, minmax(0, 1fr))` }}
          >
            {Array.from({ length: Math.min(perLine, count - line * perLine) }, (_, at) => {
              const index = line * perLine + at;
              const row = rows[index];
              return (
                <Tile
                  key={at}
                  row={row}
                  index={index}
                  count={count}
                  tile={tile as TileProps['tile']}
                  data={row === undefined ? undefined : dataOf?.(row)}
                  isSelected={row !== undefined && selected.has(keyOf(row))}
                  isActive={index === active}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

type TileProps = {
  /** Undefined: not loaded yet. */
  readonly row: unknown;
  readonly index: number;
  readonly count: number;
  readonly tile: (row: unknown) => ReactNode;
  readonly data: RowData | undefined;
  readonly isSelected: boolean;
  readonly isActive: boolean;
};

const Tile = memo(function Tile({ row, index, count, tile, data, isSelected, isActive }: TileProps): ReactNode {
  return (
    // The list has the keys; a press chooses.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="option"
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-busy={row === undefined}
      tabIndex={isActive ? 0 : -1}
      data-row={index}
      {...data}
      className={classNames(
        'group h-48 min-w-0 cursor-default rounded-card outline-none',
        'data-drop-target:outline-2 data-drop-target:outline-accent focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent',
      )}
    >
      {row === undefined ? <span className="block h-38 rounded-card bg-mute-bg" /> : tile(row)}
    </div>
  );
});
