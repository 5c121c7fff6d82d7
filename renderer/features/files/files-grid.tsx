import { File, Folder, FolderSync, Globe, type LucideIcon } from 'lucide-react';
import type { ReactNode, UIEvent } from 'react';
import {
  Cell,
  Column,
  type Key,
  Row,
  type Selection,
  type SortDescriptor,
  Table,
  TableBody,
  TableHeader,
  TableLayout,
  Virtualizer,
} from 'react-aria-components';
import { changedAtMs, type Item, keyOf, nameOf } from '../../state/item.ts';
import { useIsNarrow } from '../../state/narrow.ts';
import { useNow } from '../../state/now.ts';
import { classNames } from '../../style/class-names.ts';
import { formatBytes, formatExactly, formatMoment } from '../../style/format.ts';
import { texts } from '../../style/texts.ts';
import type { Order } from './use-folder.ts';

const ROW_PX = 32;
const LOAD_AHEAD_PX = 40 * ROW_PX;

type ColumnId = 'name' | 'state' | 'date' | 'size';
type ColumnEntry = {
  readonly id: ColumnId;
  readonly isRowHeader?: boolean;
  readonly allowsSorting?: boolean;
  readonly width?: number;
  readonly minWidth?: number;
};

const wide: readonly ColumnEntry[] = [
  { id: 'name', isRowHeader: true, allowsSorting: true, minWidth: 180 },
  { id: 'state', width: 136 },
  { id: 'date', allowsSorting: true, width: 120 },
  { id: 'size', allowsSorting: true, width: 96 },
];
const narrow: readonly ColumnEntry[] = [
  { id: 'name', isRowHeader: true, allowsSorting: true, minWidth: 180 },
  { id: 'size', allowsSorting: true, width: 88 },
];

/** Dense rows of a folder, of which only those in sight are drawn. Enter or a double press opens, arrows and space select. */
export function FilesGrid({
  items,
  order,
  selected,
  onOrder,
  onSelect,
  onOpen,
  onNearEnd,
}: {
  items: readonly Item[];
  order: Order;
  selected: ReadonlySet<string>;
  onOrder: (order: Order) => void;
  onSelect: (keys: ReadonlySet<string>) => void;
  onOpen: (item: Item) => void;
  onNearEnd: () => void;
}): ReactNode {
  const isNarrow = useIsNarrow();
  const nowMs = useNow(60_000);
  const columns = isNarrow ? narrow : wide;
  const sorted = ({ column, direction }: SortDescriptor): void => {
    if (column !== 'name' && column !== 'date' && column !== 'size') return;
    onOrder({ by: column, direction: direction === 'descending' ? 'DESC' : 'ASC' });
  };
  const select = (keys: Selection): void =>
    onSelect(keys === 'all' ? new Set(items.map(keyOf)) : new Set([...keys].map(String)));
  const open = (key: Key): void => {
    const item = items.find((one) => keyOf(one) === key);
    if (item !== undefined) onOpen(item);
  };
  const scrolled = ({ currentTarget }: UIEvent<HTMLElement>): void => {
    const left = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight;
    if (left < LOAD_AHEAD_PX) onNearEnd();
  };
  return (
    <Virtualizer layout={TableLayout} layoutOptions={{ rowHeight: ROW_PX, headingHeight: ROW_PX }}>
      <Table
        aria-label={texts.files.table}
        className="min-h-0 flex-1 overflow-auto"
        selectionMode="multiple"
        selectionBehavior="replace"
        selectedKeys={selected}
        onSelectionChange={select}
        onRowAction={open}
        sortDescriptor={{ column: order.by, direction: order.direction === 'ASC' ? 'ascending' : 'descending' }}
        onSortChange={sorted}
        onScroll={scrolled}
      >
        <TableHeader columns={columns} className="border-line border-b bg-card">
          {(column) => <Heading {...column} />}
        </TableHeader>
        <TableBody items={items} dependencies={[columns, nowMs]}>
          {(item) => <ItemRow item={item} columns={columns} nowMs={nowMs} />}
        </TableBody>
      </Table>
    </Virtualizer>
  );
}

function ItemRow({ item, columns, nowMs }: { item: Item; columns: readonly ColumnEntry[]; nowMs: number }): ReactNode {
  return (
    <Row
      id={keyOf(item)}
      columns={columns}
      // Its cells are kept by column: without this a row would show the old name of an item.
      dependencies={[item, nowMs]}
      textValue={nameOf(item)}
      className="cursor-default border-line border-b outline-none data-hovered:bg-hover aria-selected:bg-accent-bg data-focus-visible:-outline-offset-2 data-focus-visible:outline-2 data-focus-visible:outline-accent"
    >
      {({ id }) => (
        <Cell className={classNames('flex h-8 items-center gap-2 px-3 text-dense', id === 'size' && 'justify-end')}>
          {cellOf(id, item, nowMs)}
        </Cell>
      )}
    </Row>
  );
}

function Heading({ id, ...size }: ColumnEntry): ReactNode {
  return (
    <Column
      id={id}
      {...size}
      className={classNames(
        'flex h-8 items-center px-3 text-left font-medium text-dim text-small outline-none data-focus-visible:-outline-offset-2 data-focus-visible:outline-2 data-focus-visible:outline-accent',
        id === 'size' && 'justify-end',
      )}
    >
      {({ sortDirection }) => (
        <>
          {texts.files.columns[id]}
          {sortDirection !== undefined && <span aria-hidden>{sortDirection === 'ascending' ? ' ↑' : ' ↓'}</span>}
        </>
      )}
    </Column>
  );
}

const icons: Readonly<Record<Item['type'], LucideIcon>> = { file: File, folder: Folder, web_link: Globe };

function cellOf(id: ColumnId, item: Item, nowMs: number): ReactNode {
  switch (id) {
    case 'name': {
      const Icon = icons[item.type];
      return (
        <>
          <Icon aria-hidden className="size-4 shrink-0 text-dim" />
          <span className="truncate" title={nameOf(item)}>
            {nameOf(item)}
          </span>
        </>
      );
    }
    case 'state':
      return <State item={item} />;
    case 'date': {
      const atMs = changedAtMs(item);
      return atMs === null ? (
        '–'
      ) : (
        <time
          dateTime={new Date(atMs).toISOString()}
          title={formatExactly(atMs)}
          className="truncate text-dim tabular-nums"
        >
          {formatMoment(atMs, nowMs)}
        </time>
      );
    }
    case 'size':
      return <span className="tabular-nums">{item.type === 'web_link' ? '–' : formatBytes(item.size ?? 0)}</span>;
  }
}

/** What selective sync says of a folder, and who has locked a file. */
function State({ item }: { item: Item }): ReactNode {
  if (item.type === 'web_link') return <Quiet>{texts.files.bookmark}</Quiet>;
  if (item.type === 'file') {
    const by = item.lock?.created_by.name;
    return by === undefined ? null : <Quiet>{texts.files.lockedBy(by)}</Quiet>;
  }
  const state = item.sync_state ?? 'synced';
  return (
    <>
      {state !== 'not_synced' && <FolderSync aria-hidden className="size-4 shrink-0 text-dim" />}
      <Quiet>{texts.files.syncStates[state]}</Quiet>
    </>
  );
}

const Quiet = ({ children }: { children: string }): ReactNode => <span className="truncate text-dim">{children}</span>;
