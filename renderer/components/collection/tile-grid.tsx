import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { classNames } from '../layout/class-names.ts';
import { looksAlike } from './looks-alike.ts';
import { useWidthRem } from './use-fitting-columns.ts';
import { type GridBehaviour, useGrid } from './use-grid.ts';
import { drawInThisFrame, drawnRows, type RowView, useRowWindow } from './use-row-window.ts';
import type { RowData } from './virtual-grid.tsx';

export type TileGridProps<Row> = GridBehaviour<Row> & {
  readonly label: string;
  /** How many of the first rows are low tiles, in lines of their own. */
  readonly low: number;
  /**
   * Must be stable as long as it renders the same. Nothing in a tile is a tab stop: its menu has all actions. Key stateful content by row, since
   * another row reuses its elements.
   */
  readonly tile: (row: Row, isLow: boolean) => ReactNode;
  readonly dataOf?: (row: Row) => RowData;
  /** Index of the last visible row, even if it is not loaded yet. */
  readonly onSeen: (index: number) => void;
};

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- `select` shows words only */

/** Minimum width of a tile, the gap between two, and the heights of a line of tiles and of low tiles with their gap, in rem. */
const LEAST_REM = 14;
const GAP_REM = 1;
const LINE_REM = 13.5;
const LOW_LINE_REM = 4.5;
/** Between the last low line and the others, in addition to the gap. */
const BREAK_REM = 0.5;

/** A grid of tiles that draws only the visible ones. Selection and navigation work as in a table. */
export function TileGrid<Row>(props: TileGridProps<Row>): ReactNode {
  const { label, count, rows, keyOf, tile, dataOf, selected, onSeen, low } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const perLine = usePerLine(scroller);
  const {
    lowLines,
    lines,
    draw: drawLines,
    reveal,
    topOf,
    last,
    heightPx,
  } = useTileLines(scroller, { count, low, perLine });
  const { active, scrolled, ...behaviour } = useGrid(props, {
    scroller,
    reveal,
    topOf,
    rowPx: lines.linePx,
    perLine,
    low,
  });
  useEffect(() => onSeen(last), [onSeen, last]);
  const draw = (index: number, at: number): ReactNode => {
    const row = rows[index];
    return (
      <Tile
        key={at}
        row={row}
        index={index}
        count={count}
        isLow={index < low}
        tile={tile as TileProps['tile']}
        data={row === undefined ? undefined : dataOf?.(row)}
        isSelected={row !== undefined && selected.has(keyOf(row))}
        isActive={index === active}
      />
    );
  };
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label={label}
      aria-multiselectable
      tabIndex={-1}
      onScroll={() => {
        drawLines();
        scrolled();
        if (props.first !== undefined && props.first !== null) props.onBegun?.();
      }}
      {...behaviour}
      className="min-h-0 flex-1 overflow-auto p-1 pb-[calc(0.25rem+var(--list-end,0px))] outline-none"
    >
      <div role="presentation" className="relative" style={{ height: heightPx }}>
        <Lines {...lowLines} perLine={perLine} active={active} draw={draw} />
        <Lines {...lines} perLine={perLine} active={active} draw={draw} />
      </div>
    </div>
  );
}

function usePerLine(scroller: RefObject<HTMLElement | null>): number {
  const widthRem = useWidthRem(scroller);
  return widthRem === null ? 4 : Math.max(2, Math.floor((widthRem + GAP_REM) / (LEAST_REM + GAP_REM)));
}

/** Lines of tiles of one height: those of the rows from `first` up to `end`. */
type TileLines = {
  readonly view: RowView;
  readonly first: number;
  readonly end: number;
  readonly beginPx: number;
  readonly linePx: number;
};

/** The low lines and the others below them, each with its own window. */
function useTileLines(
  scroller: RefObject<HTMLElement | null>,
  { count, low, perLine }: { count: number; low: number; perLine: number },
) {
  const [remPx] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const [lowPx, linePx] = [LOW_LINE_REM * remPx, LINE_REM * remPx];
  const [lowCount, lineCount] = [Math.ceil(low / perLine), Math.ceil((count - low) / perLine)];
  const beginPx = lowCount * lowPx + (lowCount === 0 || lineCount === 0 ? 0 : BREAK_REM * remPx);
  const above = useRowWindow(scroller, { count: lowCount, rowPx: lowPx });
  const below = useRowWindow(scroller, { count: lineCount, rowPx: linePx, beginPx, leavesNone: true });
  const isBelowInSight = above.view.last >= lowCount - 1;
  return {
    lowLines: { view: above.view, first: 0, end: low, beginPx: 0, linePx: lowPx } satisfies TileLines,
    lines: { view: below.view, first: low, end: count, beginPx, linePx } satisfies TileLines,
    // The gap below the last line would be empty room at the end of the list.
    heightPx: beginPx + lineCount * linePx - (count === 0 ? 0 : GAP_REM * remPx),
    last: isBelowInSight
      ? Math.min(count, low + (below.view.last + 1) * perLine) - 1
      : (above.view.last + 1) * perLine - 1,
    draw: (): void => drawInThisFrame(above, below),
    reveal: (index: number, awayPx?: number | null): void =>
      index < low
        ? above.reveal(Math.floor(index / perLine), awayPx)
        : below.reveal(Math.floor((index - low) / perLine), awayPx),
    topOf: (index: number): number =>
      index < low ? above.topOf(Math.floor(index / perLine)) : below.topOf(Math.floor((index - low) / perLine)),
  };
}

function Lines({
  view,
  first,
  end,
  beginPx,
  linePx,
  perLine,
  active,
  draw,
}: TileLines & {
  readonly perLine: number;
  readonly active: number;
  readonly draw: (index: number, at: number) => ReactNode;
}): ReactNode {
  const count = Math.ceil((end - first) / perLine);
  // A line past the end: the active tile is not among these.
  const activeLine = active >= first && active < end ? Math.floor((active - first) / perLine) : count;
  return drawnRows(view, activeLine, count).map(({ index: line, slot }) => {
    const start = first + line * perLine;
    return (
      <div
        key={slot}
        role="presentation"
        // Its size depends on nothing in it, so that a layout ends there.
        className="absolute inset-x-0 grid gap-4 contain-layout contain-size contain-style"
        style={{
          top: beginPx + line * linePx,
          height: `calc(${linePx}px - ${GAP_REM}rem)`,
          gridTemplateColumns: `repeat(${perLine}, minmax(0, 1fr))`,
        }}
      >
        {Array.from({ length: Math.min(perLine, end - start) }, (_, at) => draw(start + at, at))}
      </div>
    );
  });
}

type TileProps = {
  /** Undefined: not loaded yet. */
  readonly row: unknown;
  readonly index: number;
  readonly count: number;
  readonly isLow: boolean;
  readonly tile: (row: unknown, isLow: boolean) => ReactNode;
  readonly data: RowData | undefined;
  readonly isSelected: boolean;
  readonly isActive: boolean;
};

const Tile = memo(function Tile(props: TileProps): ReactNode {
  const { row, index, count, isLow, tile, data, isSelected, isActive } = props;
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
        'group min-w-0 cursor-default rounded-card',
        'data-drop-target:outline-2 data-drop-target:outline-accent focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent',
        isLow ? 'h-14' : 'h-50',
      )}
    >
      {row === undefined ? <span className="block h-41 rounded-card bg-mute-bg" /> : tile(row, isLow)}
    </div>
  );
}, looksAlike);
