import type { ReactNode, UIEvent } from 'react';
import {
  Cell,
  Column,
  Row,
  type Selection,
  Table,
  TableBody,
  TableHeader,
  TableLayout,
  Virtualizer,
} from 'react-aria-components';
import { useIsNarrow } from '../state/narrow.ts';
import { classNames } from '../style/class-names.ts';

const ROW_PX = 32;
const LOAD_AHEAD_PX = 40 * ROW_PX;
const focus =
  'outline-none data-focus-visible:-outline-offset-2 data-focus-visible:outline-2 data-focus-visible:outline-accent';

export type GridColumn<Entry> = {
  readonly id: string;
  readonly label: string;
  readonly cell: (entry: Entry) => ReactNode;
  /** In pixels; absent: it takes what is left. */
  readonly width?: number;
  /** Also where the window is narrow; the first column always is. */
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
  const isNarrow = useIsNarrow();
  const shown = columns.filter(({ isKept }, index) => index === 0 || isKept === true || !isNarrow);
  const select = (keys: Selection): void => {
    const [first] = keys === 'all' ? [] : keys;
    onChoose(first === undefined ? null : String(first));
  };
  const scrolled = ({ currentTarget }: UIEvent<HTMLElement>): void => {
    const left = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight;
    if (left < LOAD_AHEAD_PX) onNearEnd?.();
  };
  return (
    <Virtualizer layout={TableLayout} layoutOptions={{ rowHeight: ROW_PX, headingHeight: ROW_PX }}>
      <Table
        aria-label={label}
        className="min-h-0 flex-1 overflow-auto"
        selectionMode="single"
        selectionBehavior="replace"
        selectedKeys={chosen === null ? [] : [chosen]}
        onSelectionChange={select}
        onScroll={scrolled}
      >
        <TableHeader columns={shown} className="border-line border-b bg-card">
          {(column) => <Heading column={column} isFirst={column === columns[0]} />}
        </TableHeader>
        <TableBody items={entries} dependencies={[columns, isNarrow]}>
          {(entry) => <GridRow {...{ entry, columns: shown, keyOf, nameOf }} />}
        </TableBody>
      </Table>
    </Virtualizer>
  );
}

function GridRow<Entry extends object>({
  entry,
  columns,
  keyOf,
  nameOf,
}: {
  entry: Entry;
  columns: readonly GridColumn<Entry>[];
  keyOf: (entry: Entry) => string;
  nameOf: (entry: Entry) => string;
}): ReactNode {
  return (
    <Row
      id={keyOf(entry)}
      columns={columns}
      // Its cells are kept by column: without this a row would show what the entry was before.
      dependencies={[entry, columns]}
      textValue={nameOf(entry)}
      className={`cursor-default border-line border-b aria-selected:bg-accent-bg data-hovered:bg-hover ${focus}`}
    >
      {(column) => (
        <Cell
          className={classNames(
            'flex h-8 min-w-0 items-center gap-2 px-3 text-dense',
            column.isNumber === true && 'justify-end tabular-nums',
          )}
        >
          {column.cell(entry)}
        </Cell>
      )}
    </Row>
  );
}

function Heading<Entry>({ column, isFirst }: { column: GridColumn<Entry>; isFirst: boolean }): ReactNode {
  return (
    <Column
      id={column.id}
      isRowHeader={isFirst}
      {...(column.width === undefined ? { minWidth: 120 } : { width: column.width })}
      className={classNames(
        'flex h-8 items-center px-3 text-start font-medium text-dim text-small',
        column.isNumber === true && 'justify-end',
        focus,
      )}
    >
      {column.label}
    </Column>
  );
}

/** A text of a cell that is cut where it does not fit, and whole when pointed at. */
export function CellText({ children, isQuiet = false }: { children: string; isQuiet?: boolean }): ReactNode {
  return (
    <span className={classNames('truncate', isQuiet && 'text-dim')} title={children}>
      {children}
    </span>
  );
}
