import { Fragment, type ReactNode, useCallback, useMemo } from 'react';
import type { Track } from '../../components/collection/use-fitting-columns.ts';
import type { MenuPoint } from '../../components/collection/use-grid.ts';
import { VirtualGrid } from '../../components/collection/virtual-grid.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { useEntryPlace } from '../../state/hooks/use-entry-state.ts';
import { useIsNarrow } from '../../state/hooks/use-is-narrow.ts';
import { texts } from '../../texts/texts.ts';
import { MoreButton, QuickButton } from './entry-buttons.tsx';
import type { EntryAct } from './row-act.ts';
import { type Order, type Sorting, useSorted } from './sorting.ts';
import { tick } from './tick.tsx';
import type { EntryActs } from './use-entry-acts.tsx';

export type GridColumn<Entry> = {
  readonly id: string;
  readonly label: string;
  /** `isActive`: its controls are tab stops. `line`: what the other columns say, for the second line of the first one in a narrow window. */
  readonly cell: (entry: Entry, isActive: boolean, line: ReactNode) => ReactNode;
  /** A narrow window has room for one column: what this one says there, in the second line of the first. */
  readonly inLine?: (entry: Entry) => ReactNode;
  /** In pixels; absent: the remaining space. */
  readonly width?: number;
  /** Also shown where space is scarce; the first column always is. */
  readonly isKept?: boolean;
  /** Numbers are end-aligned. */
  readonly isNumber?: boolean;
  /** Compares two entries, for a list that can be sorted by this column. */
  readonly order?: Order<Entry>;
};

/** The actions of the rows: the most frequent one, and what starts it. */
export type QuickAct<Entry> = { readonly of: (entry: Entry) => EntryAct | null; readonly start: EntryActs['start'] };

type DataGridProps<Entry> = {
  readonly label: string;
  /** The first column names the row. */
  readonly columns: readonly GridColumn<Entry>[];
  readonly lines?: 1 | 2;
  readonly entries: readonly Entry[];
  readonly keyOf: (entry: Entry) => string;
  readonly nameOf: (entry: Entry) => string;
  /** Several can be selected, each by its tick. */
  readonly isSeveral: boolean;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (keys: ReadonlySet<string>) => void;
  readonly onChooseAll: () => void;
  /** After Enter, or a click on the name as a link. */
  readonly onOpen?: (entry: Entry) => void;
  readonly onMenu: (at: MenuPoint, entry: Entry) => void;
  readonly onCopy?: (entry: Entry | undefined) => void;
  /** Stable as long as it draws the same. */
  readonly quick?: QuickAct<Entry> | undefined;
  /** Null: the list can't be sorted, since the service doesn't sort it and not all of it is loaded. */
  readonly sorting?: Sorting | null;
  /** Called with the last visible row. */
  readonly onSeen?: (lastRow: number) => void;
};

/** Rows of which only the visible ones are drawn. A click or the arrows select one, or where that is allowed several; each has a menu. */
export function DataGrid<Entry extends object>({
  label,
  columns,
  lines,
  entries,
  keyOf,
  nameOf,
  isSeveral,
  chosen,
  onChoose,
  onChooseAll,
  onOpen = (entry) => onChoose(new Set([keyOf(entry)])),
  onMenu,
  onCopy,
  quick,
  sorting = null,
  onSeen = nothing,
}: DataGridProps<Entry>): ReactNode {
  const canSort = sorting !== null;
  const { tracks, cell, isOneColumn, hasLine } = useColumns(columns, { nameOf, quick, isSeveral, canSort });
  const { rows, ...order } = useSorted(entries, columns, sorting);
  const place = useEntryPlace(label);
  return (
    <VirtualGrid
      label={label}
      columns={tracks}
      count={rows.length}
      rows={rows}
      keyOf={keyOf}
      textOf={nameOf}
      cell={cell}
      {...order}
      {...place}
      selected={chosen}
      onSelect={onChoose}
      onSelectAll={onChooseAll}
      onOpen={onOpen}
      onMenu={onMenu}
      menuOf="row"
      chooses={isSeveral ? 'several' : 'one'}
      onSeen={onSeen}
      isHeadHidden={isOneColumn}
      {...(hasLine ? { lines: 2 } : lines === undefined ? {} : { lines })}
      {...(onCopy === undefined ? {} : { onCopy })}
    />
  );
}

const ACTIONS = 'actions';

/** The least width of a column, and that of the name, which a narrow window needs most. */
const LEAST_REM = 7.5;
const LEAST_NAME_REM = 9.5;
/** Its width before optional columns are shown. */
const NAME_ROOM_REM = 14;
/** A column that stays where space is scarce gives way to the name, down to this width. */
const LEAST_KEPT_REM = 6.5;

function trackOf(index: number, widthPx: number | undefined, isKept: boolean): Track {
  if (widthPx === undefined) {
    return index === 0
      ? { width: `minmax(${LEAST_NAME_REM}rem, 1fr)`, roomRem: NAME_ROOM_REM }
      : { width: `minmax(${LEAST_REM}rem, 1fr)`, roomRem: LEAST_REM };
  }
  const widthRem = widthPx / 16;
  return { width: isKept ? `minmax(${LEAST_KEPT_REM}rem, ${widthRem}rem)` : `${widthRem}rem`, roomRem: widthRem };
}

type ColumnUse<Entry> = {
  readonly nameOf: (entry: Entry) => string;
  readonly quick: QuickAct<Entry> | undefined;
  readonly isSeveral: boolean;
  readonly canSort: boolean;
};

/** The columns in the grid's form with that of the actions, and their cells. */
function useColumns<Entry>(
  columns: readonly GridColumn<Entry>[],
  { nameOf, quick, isSeveral, canSort }: ColumnUse<Entry>,
) {
  const isNarrow = useIsNarrow();
  const hasQuick = quick !== undefined && !isNarrow;
  const hasLine = isNarrow && columns.some(({ inLine }) => inLine !== undefined);
  const tracks = useMemo(
    () => [
      ...(isNarrow ? columns.slice(0, 1) : columns).map(
        ({ id, label: heading, width, isNumber, isKept, order }, index) => ({
          id,
          label: heading,
          ...trackOf(index, width, isKept === true),
          isRowHeader: index === 0,
          isAtEnd: isNumber === true,
          // In a narrow window the headings are only for screen readers.
          canSort: canSort && order !== undefined && !isNarrow,
          note: canSort || order === undefined ? undefined : texts.files.sortsOnceLoaded,
          mayGo: index > 0 && isKept !== true,
        }),
      ),
      { id: ACTIONS, label: texts.files.columns.actions, width: hasQuick ? '5rem' : '3rem', isUnnamed: true },
    ],
    [columns, isNarrow, hasQuick, canSort],
  );
  const cell = useCallback(
    (entry: Entry, column: string, isActive: boolean): ReactNode => {
      const shown = columns.find(({ id }) => id === column);
      if (shown !== undefined) {
        const content = shown.cell(entry, isActive, hasLine ? lineOf(columns, entry) : undefined);
        return isSeveral && shown === columns[0] ? (
          <>
            {tick}
            {content}
          </>
        ) : (
          content
        );
      }
      const act = quick?.of(entry) ?? null;
      return (
        <span className="ms-auto -me-1 flex gap-1">
          {act !== null && quick !== undefined && <QuickButton act={act} acts={quick} isActive={isActive} />}
          <MoreButton name={nameOf(entry)} isActive={isActive} />
        </span>
      );
    },
    [columns, nameOf, quick, isSeveral, hasLine],
  );
  return { tracks, cell, isOneColumn: isNarrow, hasLine };
}

/** What the columns say of an entry, between dots. */
function lineOf<Entry>(columns: readonly GridColumn<Entry>[], entry: Entry): ReactNode {
  return columns
    .map(({ id, inLine }) => ({ id, fact: inLine?.(entry) }))
    .filter(({ fact }) => fact !== undefined && fact !== null && fact !== '')
    .map(({ id, fact }, index) => (
      <Fragment key={id}>
        {index > 0 && ' · '}
        <bdi>{fact}</bdi>
      </Fragment>
    ));
}

const nothing = (): void => undefined;

/** Cell text that is truncated if it does not fit, with the full text as a tooltip. */
export function CellText({ children, isQuiet = false }: { children: string; isQuiet?: boolean }): ReactNode {
  return (
    <span dir="auto" className={classNames('truncate', isQuiet && 'text-dim')} title={children}>
      {children}
    </span>
  );
}
