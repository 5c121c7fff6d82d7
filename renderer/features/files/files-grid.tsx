import {
  File,
  Folder,
  FolderSync as FolderKept,
  FolderMinus,
  FolderX,
  Globe,
  Laptop,
  type LucideIcon,
} from 'lucide-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { type GridColumn, type RowData, VirtualGrid } from '../../components/collection/virtual-grid.tsx';
import { useNow } from '../../state/hooks/use-now.ts';
import { changedAtMs, folderOf, type Item, keyOf, may, nameOf } from '../../state/items/item.ts';
import { formatBytes, formatExactly, formatMoment } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import type { ShownItems } from './shown-items.ts';
import type { FolderSync } from './sync-states.ts';

const NAME = 'minmax(9rem, 1fr)';
const DATE = '8rem';
const SIZE = '6rem';

/** Dense rows of a folder, or of what a search found, of which only those in sight are drawn. */
export function FilesGrid({
  list,
  syncOf,
  onOpen,
  onKey,
}: {
  list: ShownItems;
  /** Null: of what a search found nothing is said. */
  syncOf: ((item: Item) => FolderSync) | null;
  onOpen: (item: Item) => void;
  onKey: (key: string) => boolean;
}): ReactNode {
  const nowMs = useNow(60_000);
  const isFound = list.search.isOn;
  const { order } = list;
  const columns = useMemo(() => columnsOf(isFound), [isFound]);
  const cell = useCallback(
    (item: Item, column: string): ReactNode => cellOf(column, item, nowMs, syncOf),
    [nowMs, syncOf],
  );
  const sorted = (column: string): void => {
    if (column !== 'name' && column !== 'date' && column !== 'size') return;
    const isTurned = order.by === column && order.direction === 'ASC';
    list.setOrder({ by: column, direction: isTurned ? 'DESC' : 'ASC' });
  };
  return (
    <VirtualGrid
      label={isFound ? texts.files.found : texts.files.table}
      columns={columns}
      count={list.total}
      rows={list.listing.entries}
      keyOf={keyOf}
      textOf={nameOf}
      cell={cell}
      dataOf={dataOf}
      // What was found comes the best first.
      sort={isFound ? null : order}
      onSort={sorted}
      selected={list.selected}
      onSelect={list.select}
      onSelectAll={list.selectAll}
      onOpen={onOpen}
      onKey={onKey}
      onSeen={list.seen}
    />
  );
}

/** What can be dragged, and where something can be dropped: from the desktop, or another row. */
function dataOf(item: Item): RowData {
  const isTarget = item.type === 'folder' && may(item, 'can_upload');
  return {
    draggable: may(item, 'can_rename'),
    ...(isTarget ? { 'data-drop-folder': item.id, 'data-drop-name': nameOf(item) } : {}),
  };
}

function columnsOf(isFound: boolean): readonly GridColumn[] {
  const { columns } = texts.files;
  const name = { id: 'name', label: columns.name, width: NAME, isRowHeader: true, canSort: !isFound };
  const size = { id: 'size', label: columns.size, width: SIZE, isAtEnd: true, canSort: !isFound };
  const between = isFound
    ? { id: 'place', label: columns.place, width: 'minmax(8rem, 0.5fr)', mayGo: true }
    : { id: 'state', label: columns.state, width: '10.5rem', mayGo: true };
  const date = { id: 'date', label: columns.date, width: DATE, canSort: !isFound, mayGo: true };
  return [name, between, date, size];
}

/** Made once: React leaves alone what is the same element as before, and scrolling draws the same signs over and over. */
const signOf = (Icon: LucideIcon): ReactNode => <Icon aria-hidden className="size-4 shrink-0 text-dim" />;
const signs: Readonly<Record<Item['type'], ReactNode>> = {
  file: signOf(File),
  folder: signOf(Folder),
  web_link: signOf(Globe),
};

function cellOf(column: string, item: Item, nowMs: number, syncOf: ((item: Item) => FolderSync) | null): ReactNode {
  switch (column) {
    case 'name':
      return (
        <>
          {signs[item.type]}
          <span dir="auto" className="truncate" title={nameOf(item)}>
            {nameOf(item)}
          </span>
        </>
      );
    case 'state':
      return <State item={item} syncOf={syncOf} />;
    case 'place':
      return <Quiet>{placeOf(item)}</Quiet>;
    case 'date':
      return <Changed atMs={changedAtMs(item)} nowMs={nowMs} />;
    default:
      return <span className="tabular-nums">{item.type === 'web_link' ? '–' : formatBytes(item.size ?? 0)}</span>;
  }
}

function placeOf(item: Item): string {
  const folder = folderOf(item);
  if (folder === null) return '';
  return folder.id === '0' ? texts.files.top : folder.name;
}

function Changed({ atMs, nowMs }: { atMs: number | null; nowMs: number }): ReactNode {
  if (atMs === null) return '–';
  return (
    <time
      dateTime={new Date(atMs).toISOString()}
      title={formatExactly(atMs)}
      className="truncate text-dim tabular-nums"
    >
      {formatMoment(atMs, nowMs)}
    </time>
  );
}

const syncSigns: Readonly<Record<FolderSync, ReactNode>> = {
  root: signOf(Laptop),
  synced: signOf(FolderKept),
  partially_synced: signOf(FolderMinus),
  not_synced: signOf(FolderX),
  outside: null,
  unknown: null,
};

/** What selective sync says of a folder, and who has locked a file. */
function State({ item, syncOf }: { item: Item; syncOf: ((item: Item) => FolderSync) | null }): ReactNode {
  if (item.type === 'web_link') return <Quiet>{texts.files.bookmark}</Quiet>;
  if (item.type === 'file') {
    const by = item.lock?.created_by.name;
    return by === undefined ? null : <Quiet>{texts.files.lockedBy(by)}</Quiet>;
  }
  const state = syncOf?.(item) ?? 'unknown';
  return (
    <>
      {syncSigns[state]}
      <Quiet>{texts.files.syncStates[state]}</Quiet>
    </>
  );
}

const Quiet = ({ children }: { children: string }): ReactNode => <span className="truncate text-dim">{children}</span>;
