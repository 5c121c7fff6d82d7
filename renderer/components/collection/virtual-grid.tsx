import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '../layout/class-names.ts';
import type { GridSort } from './grid-sort.ts';
import { looksAlike } from './looks-alike.ts';
import { SelectAll, useSelectAll } from './select-all.tsx';
import { type Track, useFittingColumns } from './use-fitting-columns.ts';
import { type GridBehaviour, useGrid } from './use-grid.ts';
import { drawInThisFrame, drawnRows, useRowWindow } from './use-row-window.ts';
import { useTravel } from './use-travel.ts';

export type GridColumn = Track & {
  readonly id: string;
  readonly label: string;
  readonly isRowHeader?: boolean;
  readonly isAtEnd?: boolean;
  readonly canSort?: boolean;
  /** Why it can't sort now. */
  readonly note?: string | undefined;
  /** Its heading is only for screen readers: the content is self-explanatory. */
  readonly isUnnamed?: boolean;
};

/** Drag and drop attributes of a row: whether it is draggable, and whether it accepts drops. */
export type RowData = Readonly<Record<`data-${string}`, string | undefined>> & { readonly draggable?: boolean };

export type VirtualGridProps<Row> = GridBehaviour<Row> & {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  /**
   * Must be stable as long as it renders the same: a row renders again only if something about it changed. `isActive`: the row has
   * the focus; controls in other rows are not tab stops. Key stateful content by row, since another row reuses its elements.
   */
  readonly cell: (row: Row, column: string, isActive: boolean) => ReactNode;
  readonly dataOf?: (row: Row) => RowData;
  /** Two: the name has a second line. */
  readonly lines?: 1 | 2;
  readonly sort: GridSort | null;
  readonly onSort: (column: string) => void;
  /** The selection bar covers the head except its tick. */
  readonly isHeadCovered?: boolean;
  /** The head is only for screen readers: the one column it names is self-explanatory. */
  readonly isHeadHidden?: boolean;
  /** Index of the last visible row, even if it is not loaded yet. */
  readonly onSeen: (index: number) => void;
  /** Called on scroll: is the first row at the top? */
  readonly onTop?: (isAtTop: boolean) => void;
};

/**
 * A table of any length that draws only the visible rows. It is a single tab stop: arrows and Shift select, Enter or a double click opens, typing
 * finds a row. React Aria's table keeps every row in the document, which takes seconds at 100,000 rows.
 */
export function VirtualGrid<Row>(props: VirtualGridProps<Row>): ReactNode {
  const { label, count, rows, keyOf, cell, dataOf, selected, onSeen, onTop } = props;
  const { lines = 1, chooses = 'several', isHeadCovered = selected.size > 1, sort, onSort } = props;
  const all = useSelectAll(props);
  const remPx = useRemPx();
  const rowPx = ROW_REM[lines] * remPx;
  const headPx = props.isHeadHidden === true ? 0 : HEAD_REM * remPx;
  const scroller = useRef<HTMLTableElement>(null);
  const drawn = useRowWindow(scroller, { count, rowPx, headPx });
  const { view, reveal, topOf } = drawn;
  const { active, scrolled, ...behaviour } = useGrid(props, { scroller, reveal, topOf, rowPx });
  useEffect(() => onSeen(view.last), [onSeen, view.last]);
  const shown = drawnRows(view, active, count);
  useTravel(scroller, { rows, drawn: shown, count, order: `${sort?.by} ${sort?.direction}`, keyOf, rowPx });
  const columns = useFittingColumns(scroller, props.columns);
  const template = columns.map(({ width }) => width).join(' ');
  // Drawn unseen in place of a row that is not loaded yet, so that its elements are there when it arrives: making them costs ten times their new words.
  const model = rows.at(-1);
  return (
    <table
      ref={scroller}
      // The pattern "data grid" of ARIA: a table whose rows are chosen and moved through by the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      aria-label={label}
      aria-multiselectable={chooses === 'several'}
      aria-rowcount={count + 1}
      {...(all !== null && selected.size > 0 ? { 'data-selecting': selected.size === 1 ? 'one' : 'several' } : {})}
      tabIndex={-1}
      onScroll={({ currentTarget }) => {
        drawInThisFrame(drawn);
        scrolled();
        if (props.first !== undefined && props.first !== null) props.onBegun?.();
        onTop?.(currentTarget.scrollTop < rowPx);
      }}
      {...behaviour}
      // A page with a button above the end of its list leaves room for it in `--list-end`.
      className="group/rows block min-h-0 flex-1 overflow-auto pb-(--list-end,0px) outline-none"
    >
      <Headings {...{ columns, template, sort, onSort, all }} isCovered={isHeadCovered} isHidden={headPx === 0} />
      <tbody className="relative block" style={{ height: count * rowPx }}>
        {shown.map(({ index, slot }) => {
          const row = rows[index];
          return (
            <GridRow
              key={slot}
              row={row ?? model}
              isLoaded={row !== undefined}
              index={index}
              top={index * rowPx}
              height={rowPx}
              columns={columns}
              template={template}
              cell={cell as GridRowProps['cell']}
              data={row === undefined ? undefined : dataOf?.(row)}
              isSelected={row !== undefined && selected.has(keyOf(row))}
              isActive={index === active}
            />
          );
        })}
      </tbody>
    </table>
  );
}

/** Heights in rem, so that rows grow with the text size. */
const ROW_REM = { 1: 2.5, 2: 3.5 } as const;
const HEAD_REM = 2.5;

function useRemPx(): number {
  const [px] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  return px;
}

type GridRowProps = {
  /** While it is not loaded, another one in its place. */
  readonly row: unknown;
  readonly isLoaded: boolean;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly columns: readonly GridColumn[];
  readonly template: string;
  readonly cell: (row: unknown, column: string, isActive: boolean) => ReactNode;
  readonly data: RowData | undefined;
  readonly isSelected: boolean;
  readonly isActive: boolean;
};

const GridRow = memo(function GridRow(props: GridRowProps): ReactNode {
  const { row, isLoaded, index, top, height, columns, template, cell, data, isSelected, isActive } = props;
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-busy={!isLoaded}
      tabIndex={isActive ? 0 : -1}
      data-row={index}
      {...data}
      style={{ top, height, gridTemplateColumns: template }}
      // Its size depends on nothing in it, so that a layout ends there.
      className="group absolute inset-x-0 grid cursor-default contain-strict border-line border-t data-[row='0']:border-transparent aria-busy:unloaded hover:bg-hover aria-selected:bg-accent-bg data-drop-target:bg-accent-bg data-drop-target:outline-2 data-drop-target:-outline-offset-2 data-drop-target:outline-accent focus-visible:-outline-offset-2 focus-visible:outline-2 focus-visible:outline-accent"
    >
      {columns.map(({ id, isRowHeader, isAtEnd }) => {
        const look = classNames(
          'flex min-w-0 items-center px-3 text-start font-normal text-dense first:ps-4',
          isRowHeader === true ? 'gap-3' : 'gap-2',
          isAtEnd === true && 'justify-end text-dim tabular-nums',
        );
        const content = row === undefined ? null : cell(row, id, isActive);
        return isRowHeader === true ? (
          <th key={id} scope="row" className={look}>
            {content}
          </th>
        ) : (
          <td key={id} className={look}>
            {content}
          </td>
        );
      })}
    </tr>
  );
}, looksAlike);

type HeadingsProps = Pick<VirtualGridProps<never>, 'columns' | 'sort' | 'onSort'> & {
  readonly template: string;
  /** Null: one row at most can be selected. */
  readonly all: ReturnType<typeof useSelectAll>;
  readonly isCovered: boolean;
  readonly isHidden: boolean;
};

const Headings = memo(function Headings(props: HeadingsProps): ReactNode {
  const { columns, template, sort, onSort, all, isCovered, isHidden } = props;
  return (
    <thead
      className={isHidden ? 'sr-only' : classNames('sticky top-0 z-1 block bg-card', isCovered && 'sm:bg-accent-bg')}
    >
      <tr aria-rowindex={1} className="grid h-10 border-line border-b" style={{ gridTemplateColumns: template }}>
        {columns.map((column, index) => (
          <Heading
            key={column.id}
            column={column}
            direction={sort?.by === column.id ? sort.direction : null}
            onSort={onSort}
          >
            {index === 0 && all !== null && <SelectAll {...all} />}
          </Heading>
        ))}
      </tr>
    </thead>
  );
});

const ariaSort = { ASC: 'ascending', DESC: 'descending' } as const;

function Heading({
  column: { id, label, canSort, note, isAtEnd, isUnnamed },
  direction,
  onSort,
  children,
}: {
  column: GridColumn;
  direction: GridSort['direction'] | null;
  onSort: (column: string) => void;
  /** Before the words. */
  children: ReactNode;
}): ReactNode {
  return (
    <th
      scope="col"
      {...(canSort === true ? { 'aria-sort': direction === null ? 'none' : ariaSort[direction] } : {})}
      className={classNames(
        'flex min-w-0 items-center font-normal text-small first:ps-1',
        direction === null ? 'text-dim' : 'text-text',
        isAtEnd === true && 'justify-end',
      )}
    >
      {children}
      {canSort === true ? (
        <button
          type="button"
          onClick={() => onSort(id)}
          className="flex h-10 min-w-0 cursor-default items-center gap-1 px-3 hover:text-text focus-visible:-outline-offset-2 [:has(input)+&]:ms-1"
        >
          <span className="truncate">{label}</span>
          {direction === 'ASC' && <ArrowUp aria-hidden className="size-3.5 shrink-0" strokeWidth={1.75} />}
          {direction === 'DESC' && <ArrowDown aria-hidden className="size-3.5 shrink-0" strokeWidth={1.75} />}
        </button>
      ) : (
        <span title={note} className={isUnnamed === true ? 'sr-only' : 'truncate px-3 [:has(input)+&]:ms-1'}>
          {label}
        </span>
      )}
    </th>
  );
}
