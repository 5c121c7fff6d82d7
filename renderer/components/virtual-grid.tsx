import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '../style/class-names.ts';
import { type GridInput, type GridPlace, type GridRows, move, press, target, typed } from './grid-moves.ts';
import { useRowWindow } from './use-row-window.ts';

export type GridColumn = {
  readonly id: string;
  readonly label: string;
  /** A track of a CSS grid. */
  readonly width: string;
  readonly isRowHeader?: boolean;
  readonly isAtEnd?: boolean;
  readonly canSort?: boolean;
};

export type GridSort = { readonly by: string; readonly direction: 'ASC' | 'DESC' };

/** Attributes of a row beside its own: what can be dragged, and what can be dropped on it. */
export type RowData = Readonly<Record<`data-${string}`, string | undefined>> & { readonly draggable?: boolean };

export type VirtualGridProps<Row> = {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  /** Of all rows, also those that are not read yet. */
  readonly count: number;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly textOf: (row: Row) => string;
  /**
   * Stays the same as long as it draws the same: rows are drawn again only when something about them changed. `isActive`: the row
   * has the keyboard; what can be pressed in another one is no stop of it.
   */
  readonly cell: (row: Row, column: string, isActive: boolean) => ReactNode;
  readonly dataOf?: (row: Row) => RowData;
  readonly sort: GridSort | null;
  readonly onSort: (column: string) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (keys: ReadonlySet<string>) => void;
  readonly onSelectAll: () => void;
  readonly onOpen: (row: Row) => void;
  /** How many rows can be chosen; `none`: one press opens a row, and `selected` says which is open. */
  readonly chooses?: 'several' | 'one' | 'none';
  /** Other keys on a row: true when the page took it. */
  readonly onKey?: (key: string) => boolean;
  /** The last row in sight, also one that is not read yet. */
  readonly onSeen: (index: number) => void;
  /** Does the first row stand at the top? Told with each turn of the wheel. */
  readonly onTop?: (isAtTop: boolean) => void;
};

/** Letters typed within this time belong to one word. */
const WORD_MS = 700;

/**
 * A table of any length of which only the rows in sight are drawn: one stop for the keyboard, arrows and Shift choose, Enter or a double
 * press opens, letters find a row. React Aria's table keeps every row in a document of its own, which takes seconds at 100,000.
 */
export function VirtualGrid<Row>(props: VirtualGridProps<Row>): ReactNode {
  const { label, columns, count, rows, keyOf, cell, dataOf, selected, onSeen, onTop, chooses = 'several' } = props;
  const rowPx = useRowHeight();
  const scroller = useRef<HTMLDivElement>(null);
  const { view, look, reveal } = useRowWindow(scroller, { count, rowPx, headPx: rowPx });
  const grid = useGrid(props, scroller, reveal, rowPx);
  const { active } = grid;
  useEffect(() => onSeen(view.last), [onSeen, view.last]);
  const template = columns.map(({ width }) => width).join(' ');
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-multiselectable={chooses === 'several'}
      aria-rowcount={count + 1}
      tabIndex={-1}
      onScroll={({ currentTarget }) => {
        look();
        onTop?.(currentTarget.scrollTop < rowPx);
      }}
      className="min-h-0 flex-1 overflow-auto outline-none"
    >
      <Headings {...props} template={template} />
      <div
        role="rowgroup"
        className="relative"
        style={{ height: count * rowPx }}
        onClick={grid.clicked}
        onDoubleClick={grid.opened}
        onKeyDown={grid.pressed}
        onFocus={grid.focused}
        onBlur={grid.blurred}
      >
        {drawn(view, active, count).map((index) => {
          const row = rows[index];
          return (
            <GridRow
              key={row === undefined ? `row ${index}` : keyOf(row)}
              row={row}
              index={index}
              top={index * rowPx}
              columns={columns}
              template={template}
              cell={cell as GridRowProps['cell']}
              data={row === undefined ? undefined : dataOf?.(row)}
              isSelected={row !== undefined && selected.has(keyOf(row))}
              isActive={index === active}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The row that an event happened in; null: in none. */
export function rowIndexAt(at: EventTarget | null): number | null {
  const row = at instanceof Element ? at.closest<HTMLElement>('[data-row]') : null;
  return row === null ? null : Number(row.dataset['row']);
}

/** The rows in sight, and the one that has the keyboard: it must be there to keep it. */
function drawn({ first, last }: { first: number; last: number }, active: number, count: number): readonly number[] {
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step);
  if (active >= count || (active >= first && active <= last)) return indexes;
  return active < first ? [active, ...indexes] : [...indexes, active];
}

/** Two lines of text high, so that larger text gets larger rows. */
function useRowHeight(): number {
  const [px] = useState(() => 2 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  return px;
}

function useGrid<Row>(
  props: VirtualGridProps<Row>,
  scroller: { readonly current: HTMLElement | null },
  reveal: (index: number) => void,
  rowPx: number,
) {
  const { count, rows, keyOf, textOf, selected, onSelect, onSelectAll, onOpen, onKey, chooses = 'several' } = props;
  const [place, setPlace] = useState<GridPlace>({ active: 0, anchor: 0 });
  const active = Math.max(0, Math.min(place.active, count - 1));
  const hasFocus = useRef(false);
  const word = useRef({ text: '', atMs: 0 });
  const known: GridRows = {
    count,
    selected,
    keyAt: (index) => {
      const row = rows[index];
      return row === undefined ? null : keyOf(row);
    },
  };
  const focusRow = (index: number): void =>
    scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus({ preventScroll: true });

  // The row that had the keyboard may have gone: its place takes it, so that a person can go on.
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) focusRow(active);
  });

  const take = ({ place: next, selected: chosen }: ReturnType<typeof press>): void => {
    setPlace(next);
    if (chosen !== null && chooses !== 'none') onSelect(chosen);
  };
  const goTo = (index: number, input: { shift: boolean; toggle: boolean }): void => {
    take(move(known, { ...place, active }, index, input));
    reveal(index);
    // Drawn in the next frame when it was out of sight.
    requestAnimationFrame(() => focusRow(index));
  };
  const openRow = (index: number | null): void => {
    const row = index === null ? undefined : rows[index];
    if (row !== undefined) onOpen(row);
  };
  const find = (key: string): void => {
    const now = Date.now();
    const text = now - word.current.atMs < WORD_MS ? word.current.text + key : key;
    word.current = { text, atMs: now };
    const found = typed(text, text.length === 1 ? active + 1 : active, rows.length, (index) => {
      const row = rows[index];
      return row === undefined ? null : textOf(row);
    });
    if (found !== null) goTo(found, { shift: false, toggle: false });
  };
  // Where one row can be chosen the keys that add others mean nothing.
  const inputOf = (event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): GridInput => ({
    shift: chooses === 'several' && event.shiftKey,
    toggle: chooses === 'several' && (event.ctrlKey || event.metaKey),
  });
  const isWord = (): boolean => Date.now() - word.current.atMs < WORD_MS;

  return {
    active,
    clicked(event: MouseEvent) {
      const index = rowIndexAt(event.target);
      if (index === null) return;
      take(press(known, { ...place, active }, index, inputOf(event)));
      if (chooses === 'none') openRow(index);
    },
    opened(event: MouseEvent) {
      if (chooses !== 'none') openRow(rowIndexAt(event.target));
    },
    focused(event: { readonly target: EventTarget }) {
      hasFocus.current = true;
      const index = rowIndexAt(event.target);
      if (index !== null && index !== active) setPlace((before) => ({ ...before, active: index }));
    },
    blurred() {
      hasFocus.current = false;
    },
    pressed(event: KeyboardEvent) {
      const { key } = event;
      const { shift, toggle } = inputOf(event);
      const isCommand = event.ctrlKey || event.metaKey;
      const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 2);
      const to = event.altKey ? null : target(key, active, { count, page });
      if (to !== null) goTo(to, { shift, toggle });
      else if (isCommand && key.toLowerCase() === 'a') onSelectAll();
      else if (key === 'Enter' || (chooses === 'none' && key === ' ' && !isWord())) openRow(active);
      else if (key === ' ' && !isWord()) take(press(known, { ...place, active }, active, { shift, toggle: !shift }));
      else if (key === 'Escape' && selected.size > 0) onSelect(new Set());
      else if (onKey?.(key) === true) setPlace({ ...place, active });
      else if (key.length === 1 && !isCommand && !event.altKey) find(key);
      else return;
      event.preventDefault();
    },
  };
}

type GridRowProps = {
  readonly row: unknown;
  readonly index: number;
  readonly top: number;
  readonly columns: readonly GridColumn[];
  readonly template: string;
  readonly cell: (row: unknown, column: string, isActive: boolean) => ReactNode;
  readonly data: RowData | undefined;
  readonly isSelected: boolean;
  readonly isActive: boolean;
};

const GridRow = memo(function GridRow({
  row,
  index,
  top,
  columns,
  template,
  cell,
  data,
  isSelected,
  isActive,
}: GridRowProps): ReactNode {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-busy={row === undefined}
      tabIndex={isActive ? 0 : -1}
      data-row={index}
      {...data}
      style={{ top, gridTemplateColumns: template }}
      className="absolute inset-x-0 grid h-8 cursor-default border-line border-b outline-none hover:bg-hover aria-selected:bg-accent-bg data-drop-target:bg-accent-bg data-drop-target:outline-2 data-drop-target:-outline-offset-2 data-drop-target:outline-accent focus-visible:-outline-offset-2 focus-visible:outline-2 focus-visible:outline-accent"
    >
      {columns.map(({ id, isRowHeader, isAtEnd }) => (
        <div
          key={id}
          role={isRowHeader === true ? 'rowheader' : 'gridcell'}
          className={classNames('flex min-w-0 items-center gap-2 px-3 text-dense', isAtEnd === true && 'justify-end')}
        >
          {row === undefined ? (
            <span aria-hidden className="h-3 w-2/3 rounded-control bg-mute-bg" />
          ) : (
            cell(row, id, isActive)
          )}
        </div>
      ))}
    </div>
  );
}, draws);

/** True when a row looks the same as before; its attributes are made anew each time and compared one by one. */
function draws({ data: before, ...one }: GridRowProps, { data: after, ...other }: GridRowProps): boolean {
  return isAlike(one, other) && isAlike(before ?? {}, after ?? {});
}

function isAlike(one: object, other: object): boolean {
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.is(Reflect.get(one, key), Reflect.get(other, key)))
  );
}

function Headings<Row>({ columns, template, sort, onSort }: VirtualGridProps<Row> & { template: string }): ReactNode {
  return (
    <div role="rowgroup" className="sticky top-0 z-1 bg-card">
      <div
        role="row"
        aria-rowindex={1}
        className="grid h-8 border-line border-b"
        style={{ gridTemplateColumns: template }}
      >
        {columns.map(({ id, label, canSort, isAtEnd }) => {
          const direction = sort?.by === id ? sort.direction : null;
          return (
            <div
              key={id}
              role="columnheader"
              aria-sort={direction === null ? (canSort === true ? 'none' : undefined) : ariaSort[direction]}
              className={classNames(
                'flex min-w-0 items-center font-medium text-dim text-small',
                isAtEnd === true && 'justify-end',
              )}
            >
              {canSort === true ? (
                <button
                  type="button"
                  onClick={() => onSort(id)}
                  className="flex h-8 min-w-0 cursor-default items-center gap-1 px-3 hover:text-text focus-visible:-outline-offset-2"
                >
                  <span className="truncate">{label}</span>
                  {direction !== null && <span aria-hidden>{direction === 'ASC' ? '↑' : '↓'}</span>}
                </button>
              ) : (
                <span className="truncate px-3">{label}</span>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const ariaSort = { ASC: 'ascending', DESC: 'descending' } as const;
