import { type ReactNode, useCallback, useMemo } from 'react';
import { VirtualGrid } from '../components/collection/virtual-grid.tsx';
import { classNames } from '../components/layout/class-names.ts';

/** The next page is asked for when so many rows or fewer are left below. */
const LOAD_AHEAD = 40;

export type GridColumn<Entry> = {
  readonly id: string;
  readonly label: string;
  readonly cell: (entry: Entry) => ReactNode;
  /** In pixels; absent: the remaining space. */
  readonly width?: number;
  /** Also where there is little room; the first column always is. */
  readonly isKept?: boolean;
  /** Numbers end at the same place. */
  readonly isNumber?: boolean;
};

/** Dense rows of which only those in sight are drawn; one of them at a time is chosen, by a press or by the arrows. */
export function DataGrid<Entry extends object>({
  label,
  columns,
  entries,
  keyOf,
  nameOf,
  chosen,
  onChoose,
  onNearEnd,
}: {
  label: string;
  /** The first names the row. */
  columns: readonly GridColumn<Entry>[];
  entries: readonly Entry[];
  keyOf: (entry: Entry) => string;
  nameOf: (entry: Entry) => string;
  chosen: string | null;
  onChoose: (key: string | null) => void;
  onNearEnd?: () => void;
}): ReactNode {
  const { tracks, cell } = useColumns(columns);
  const count = entries.length;
  const seen = useCallback(
    (index: number): void => {
      if (index >= count - LOAD_AHEAD) onNearEnd?.();
    },
    [count, onNearEnd],
  );
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
      onSeen={seen}
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

/** A text of a cell that is cut where it does not fit, and whole when pointed at. */
export function CellText({ children, isQuiet = false }: { children: string; isQuiet?: boolean }): ReactNode {
  return (
    <span dir="auto" className={classNames('truncate', isQuiet && 'text-dim')} title={children}>
      {children}
    </span>
  );
}
