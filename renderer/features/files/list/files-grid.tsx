import { UserPlus } from 'lucide-react';
import { memo, type ReactNode, useCallback, useMemo } from 'react';
import type { FilesView } from '../../../../preload/ipc/shapes/window-choices.ts';
import { nextSort } from '../../../components/collection/grid-sort.ts';
import { TileGrid } from '../../../components/collection/tile-grid.tsx';
import type { MenuPoint } from '../../../components/collection/use-grid.ts';
import { type GridColumn, type RowData, VirtualGrid } from '../../../components/collection/virtual-grid.tsx';
import { dropData } from '../../../parts/drag/drop-target.ts';
import { ItemIcon } from '../../../parts/files/item-icon.tsx';
import { PlaceText } from '../../../parts/files/place-text.tsx';
import { Avatar } from '../../../parts/people/avatar.tsx';
import { MoreButton, QuickMark } from '../../../parts/rows/entry-buttons.tsx';
import { NameCell } from '../../../parts/rows/name-cell.tsx';
import { tick } from '../../../parts/rows/tick.tsx';
import { useStatus } from '../../../state/bridge/session.ts';
import { hrefOf } from '../../../state/hooks/route.ts';
import { useIsNarrow } from '../../../state/hooks/use-is-narrow.ts';
import { useNow } from '../../../state/hooks/use-now.ts';
import { canShare, changedAtMs, folderOf, type Item, keyOf, may, nameOf } from '../../../state/items/item.ts';
import { formatBriefly, formatBytes, formatExactly } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import { ItemState, type ItemStates, StateLine } from '../state/item-state.tsx';
import type { ShownItems } from './shown-items.ts';
import { FolderTile, ItemTile } from './tile.tsx';
import { useFolderTotals } from './use-folder.ts';

const NAME = 'minmax(11rem, 1fr)';
/** Next to an open panel, a name is worth more than a date. */
const NAME_ROOM_REM = 20;
const DATE = '10rem';
const SIZE = '6rem';
/** Wide enough for a state that names a person, unless the names of the files need the space. */
const STATE = 'minmax(8rem, min(15rem, 30%))';
const ICON = '2.75rem';

type FilesGridProps = {
  readonly list: ShownItems;
  /** Stable as long as its contents are the same. */
  readonly state: ItemStates;
  /** How many files a folder contains; null: unknown. Stable as well. */
  readonly filesIn: (item: Item) => number | null;
  readonly onOpen: (item: Item) => void;
  readonly onKey: (key: string, item: Item | undefined) => boolean;
  readonly onMenu: (at: MenuPoint) => void;
  readonly onShare: (item: Item) => void;
  readonly onShareKey: (item: Item | undefined) => void;
  readonly onCopy: (item: Item | undefined) => void;
  readonly view: FilesView;
  /** The ids from the top folder down to the current one. */
  readonly path: readonly string[];
  readonly isHeadCovered: boolean;
};

/** A folder, or search results, as rows or tiles. Draws only the visible ones. */
export function FilesGrid({
  list,
  state,
  filesIn,
  view,
  path,
  isHeadCovered,
  onShare,
  ...on
}: FilesGridProps): ReactNode {
  const isFound = list.search.isOn;
  const { states } = state;
  const { order, setOrder, seen: readOn } = list;
  const seen = useCallback(
    (lastIndex: number): void => {
      states.seen(lastIndex);
      readOn(lastIndex);
    },
    [states, readOn],
  );
  const sorted = useCallback(
    (column: string): void => {
      if (column !== 'name' && column !== 'date' && column !== 'size') return;
      setOrder(nextSort(order, column));
    },
    [order, setOrder],
  );
  const count = useRowCount(list);
  const { columns, lines, cell, tile } = useDrawn(isFound, state, filesIn);
  const { entries } = list.listing;
  const hasLow = view === 'grid' && !isFound;
  const low = useMemo(() => (hasLow ? foldersOf(entries) : 0), [hasLow, entries]);
  const rows = {
    label: isFound ? texts.files.found : texts.files.table,
    count,
    rows: entries,
    keyOf,
    textOf: nameOf,
    // Search results lie anywhere; only their own folder is known.
    dataOf: (item: Item) => dataOf(item, isFound ? idOf(folderOf(item)) : path),
    selected: list.selected,
    ...list.place,
    onSelect: list.select,
    onSelectAll: list.selectAll,
    onSeen: seen,
    onQuick: onShare,
    ...on,
  };
  return view === 'grid' ? (
    <TileGrid {...rows} low={low} tile={tile} />
  ) : (
    // Search results are sorted by relevance.
    <VirtualGrid {...rows} {...{ lines, columns, cell, isHeadCovered }} sort={isFound ? null : order} onSort={sorted} />
  );
}

/** Folders come first. */
function foldersOf(items: readonly Item[]): number {
  const firstOther = items.findIndex(({ type }) => type !== 'folder');
  return firstOther < 0 ? items.length : firstOther;
}

/** Number of all rows, including those not loaded yet. */
function useRowCount({ listing: { entries, hasMore }, folderId }: ShownItems): number {
  const counted = useFolderTotals(hasMore ? folderId : null)?.item_collection?.total_count ?? 0;
  return hasMore ? Math.max(counted, entries.length + 1) : entries.length;
}

/** The columns, and the functions that draw a cell and a tile. All are stable as long as they draw the same. */
function useDrawn(isFound: boolean, state: ItemStates, filesIn: FilesGridProps['filesIn']) {
  const nowMs = useNow(60_000);
  const isNarrow = useIsNarrow();
  const columns = useMemo(() => columnsOf(isFound, isNarrow), [isFound, isNarrow]);
  const cell = useCallback(
    (item: Item, column: string, isActive: boolean): ReactNode => {
      if (column === 'state') return <ItemState item={item} isActive={isActive} isSmall={isNarrow} {...state} />;
      if (column === 'name' && isNarrow) return <TallName item={item} nowMs={nowMs} state={state} />;
      return cellOf(column, item, { nowMs, isActive });
    },
    [nowMs, isNarrow, state],
  );
  const tile = useCallback(
    (item: Item, isLow: boolean): ReactNode =>
      isLow ? (
        <FolderTile item={item} state={state} files={filesIn(item)} nowMs={nowMs} />
      ) : (
        <ItemTile item={item} state={state} />
      ),
    [nowMs, state, filesIn],
  );
  return { columns, lines: isNarrow ? (2 as const) : (1 as const), cell, tile };
}

/** Drag and drop attributes: draggable rows, and drop targets for rows and for files from the desktop. */
function dataOf(item: Item, above: readonly string[]): RowData {
  return {
    draggable: may(item, 'can_rename'),
    ...(item.type === 'folder'
      ? dropData({ folderId: item.id, name: nameOf(item) }, { above, mayAdd: may(item, 'can_upload'), opens: true })
      : {}),
  };
}

const idOf = (folder: { readonly id: string } | null): readonly string[] => (folder === null ? [] : [folder.id]);

/** On a narrow screen the state is an icon at the end of the row. */
function columnsOf(isFound: boolean, isNarrow: boolean): readonly GridColumn[] {
  const { columns } = texts.files;
  const name = {
    id: 'name',
    label: columns.name,
    width: NAME,
    roomRem: NAME_ROOM_REM,
    isRowHeader: true,
    canSort: !isFound,
  };
  const size = { id: 'size', label: columns.size, width: SIZE, isAtEnd: true, canSort: !isFound };
  const state = {
    id: 'state',
    label: columns.state,
    width: isNarrow ? ICON : STATE,
    isUnnamed: isNarrow,
    isAtEnd: isNarrow,
  };
  const more = { id: 'more', label: columns.actions, width: isNarrow ? ICON : '5.25rem', isUnnamed: true };
  if (isNarrow) return [name, state, more];
  const date = { id: 'date', label: columns.date, width: DATE, canSort: !isFound, mayGo: true };
  const place = { id: 'place', label: columns.place, width: 'minmax(8rem, 0.5fr)', mayGo: true };
  return isFound ? [name, state, place, date, size, more] : [name, state, date, size, more];
}

function cellOf(column: string, item: Item, { nowMs, isActive }: { nowMs: number; isActive: boolean }): ReactNode {
  switch (column) {
    case 'name':
      return (
        <>
          {tick}
          <ItemIcon item={item} size="row" />
          <a
            data-part="open"
            dir="auto"
            // The row itself takes the focus and is draggable.
            tabIndex={-1}
            draggable={false}
            href={openHref(item)}
            className="truncate text-body hover:underline"
            title={nameOf(item)}
          >
            {nameOf(item)}
          </a>
        </>
      );
    case 'more':
      return (
        <span className="-me-1 ms-auto flex gap-1">
          {canShare(item) && (
            <QuickMark
              icon={UserPlus}
              label={texts.files.share}
              name={texts.files.shareOf(nameOf(item))}
              isActive={isActive}
            />
          )}
          <MoreButton name={nameOf(item)} isActive={isActive} />
        </span>
      );
    case 'place':
      return (
        <span className="flex min-w-0 text-dim">
          <PlaceText item={item} />
        </span>
      );
    case 'date':
      return <Changed by={item.modified_by} atMs={changedAtMs(item)} nowMs={nowMs} />;
    default:
      return <span className="text-dim tabular-nums">{sizeOf(item)}</span>;
  }
}

/** An empty folder has no size that says anything. */
function sizeOf(item: Item): string {
  const bytes = item.type === 'web_link' ? null : (item.size ?? 0);
  return bytes === null || (bytes === 0 && item.type === 'folder') ? '–' : formatBytes(bytes);
}

/** A narrow screen has no room for the other columns: their facts, or the state, stand below the name. */
function TallName({ item, nowMs, state }: { item: Item; nowMs: number; state: ItemStates }): ReactNode {
  const atMs = changedAtMs(item);
  const me = useStatus(({ account }) => account.user?.id ?? null);
  const size = item.type === 'web_link' || !item.size ? '' : formatBytes(item.size);
  const by = item.modified_by?.id === me ? texts.activity.you : (item.modified_by?.name ?? '');
  const changed = atMs === null ? '' : [by, formatBriefly(atMs, nowMs)].filter(Boolean).join(', ');
  const facts = [size, changed].filter(Boolean).join(' · ');
  return (
    <NameCell
      mark={
        <>
          {tick}
          <ItemIcon item={item} size="row" />
        </>
      }
      name={nameOf(item)}
      href={openHref(item)}
      detail={<StateLine item={item} facts={facts} {...state} />}
    />
  );
}

const openHref = (item: Item): string =>
  hrefOf('files', item.type === 'folder' ? { folder: item.id } : { file: item.id });

/** The last change: by whom, and when. */
const Changed = memo(function Changed({
  by,
  atMs,
  nowMs,
}: {
  by: Item['modified_by'];
  atMs: number | null;
  nowMs: number;
}): ReactNode {
  if (atMs === null) return '–';
  return (
    <>
      {by?.name !== undefined && <Avatar id={by.id} name={by.name} size={20} isNamed />}
      <time
        dateTime={new Date(atMs).toISOString()}
        title={formatExactly(atMs)}
        className="truncate text-dim tabular-nums first-letter:uppercase"
      >
        {formatBriefly(atMs, nowMs)}
      </time>
    </>
  );
});
