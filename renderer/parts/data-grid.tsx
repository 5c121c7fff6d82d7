import { type ReactNode, useCallback, useMemo } from 'react';
import { VirtualGrid } from '../components/collection/virtual-grid.tsx';
import { classNames } from '../components/layout/class-names.ts';

export type GridColumn<Entry> = {
  readonly id: string;
  readonly label: string;
  readonly cell: (entry: Entry) => ReactNode;
  /** In pixels; absent: the remaining space. */
  readonly width?: number;
  /** Also shown where space is scarce; the first column always is. */
  readonly isKept?: boolean;
  /** Numbers are end-aligned. */
  readonly isNumber?: boolean;
};

/** Dense rows of which only the visible ones are drawn. A click or the arrows select one. */
export function DataGrid<Entry extends object>({
  label,
  columns,
  entries,
  keyOf,
  nameOf,
  chosen,
  onChoose,
  onSeen = nothing,
}: {
  label: string;
  /** The first column names the row. */
  columns: readonly GridColumn<Entry>[];
  entries: readonly Entry[];
  keyOf: (entry: Entry) => string;
  nameOf: (entry: Entry) => string;
  chosen: string | null;
  onChoose: (key: string | null) => void;
  /** Called with the last visible row. */
  onSeen?: (lastRow: number) => void;
}): ReactNode {
  const { tracks, cell } = useColumns(columns);
  const count = entries.length;
  const choose = (keys: ReadonlySet<string>): void => onChoose([...keys][0] ?? null);
  return (
    <VirtualGrid
      label={label}
      columns={tracks}
      count={count}
      rows={entries}
      keyOf={keyOf}
      textOf={nameOf}
      cell={cell}
      sort={null}
      onSort={nothing}
      selected={chosen === null ? none : new Set([chosen])}
      onSelect={choose}
      onSelectAll={nothing}
      onOpen={(entry) => onChoose(keyOf(entry))}
      chooses="one"
      onSeen={onSeen}
    />
  );
}

/** The columns in the grid's form, with their cells. */
function useColumns<Entry>(columns: readonly GridColumn<Entry>[]) {
  const tracks = useMemo(
    () =>
      columns.map(({ id, label: heading, width, isNumber, isKept }, index) => ({
        id,
        label: heading,
        width: width === undefined ? 'minmax(7.5rem, 1fr)' : `${width / 16}rem`,
        isRowHeader: index === 0,
        isAtEnd: isNumber === true,
        mayGo: index > 0 && isKept !== true,
      })),
    [columns],
  );
  const cell = useCallback(
    (entry: Entry, column: string): ReactNode => columns.find(({ id }) => id === column)?.cell(entry),
    [columns],
  );
  return { tracks, cell };
}

const none: ReadonlySet<string> = new Set();
const nothing = (): void => undefined;

/** Cell text that is truncated if it does not fit, with the full text as a tooltip. */
export function CellText({ children, isQuiet = false }: { children: string; isQuiet?: boolean }): ReactNode {
  return (
    <span dir="auto" className={classNames('truncate', isQuiet && 'text-dim')} title={children}>
      {children}
    </span>
  );
}
