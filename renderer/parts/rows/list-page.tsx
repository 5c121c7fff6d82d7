import { type Dispatch, Fragment, type ReactNode, type SetStateAction, useMemo, useState } from 'react';
import { ListBody, ListFrame } from '../../components/collection/list-frame.tsx';
import type { MenuPoint } from '../../components/collection/use-grid.ts';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { useStickySelection } from '../../state/hooks/use-sticky-selection.ts';
import type { List } from '../../state/service/use-list.ts';
import { texts } from '../../texts/texts.ts';
import type { Done } from '../toasts/done.ts';
import { useToast } from '../toasts/toasts.tsx';
import { copyAct } from './copy-act.ts';
import { DataGrid, type GridColumn } from './data-grid.tsx';
import type { EntryAct, RowAct } from './row-act.ts';
import { RowMenu } from './row-menu.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { Sorting } from './sorting.ts';
import { type EntryActs, useEntryActs } from './use-entry-acts.tsx';

/** Updates of a list after an action of its button or its panel. */
export type ListSteps = {
  /** Opens the panel of another entry; null closes it. */
  readonly onChoose: (id: string | null) => void;
  /** Closes the panel of an entry that is deleted; that of another one stays. */
  readonly onGone: (id: string) => void;
  readonly onTell: (done: Done) => void;
};

type Chosen<Entry> = {
  readonly id: string;
  /** Absent until the list has loaded the selected entry. */
  readonly entry: Entry | undefined;
  readonly steps: ListSteps;
};

type Rows<Entry> = {
  /** Names the grid. */
  readonly label: string;
  readonly listing: Pick<List<Entry>, 'entries' | 'isPending' | 'error' | 'seen' | 'again'> &
    Partial<Pick<List<Entry>, 'all' | 'hasMore' | 'leftOut'>>;
  readonly columns: readonly GridColumn<Entry>[];
  /** Works once all entries are loaded. Omitted: the service's order stays. */
  readonly sorting?: Sorting | null;
  /** Two: the first column has a second line. */
  readonly lines?: 1 | 2;
  readonly nameOf: (entry: Entry) => string;
  readonly keyOf?: (entry: Entry) => string;
  /** A hook: the actions of the entry whose menu is open. */
  readonly useActs: (entry: Entry, steps: ListSteps) => readonly EntryAct[];
  /** A hook: the actions on several entries. Omitted: only one can be selected. */
  readonly useManyActs?: (entries: readonly Entry[], steps: ListSteps) => readonly EntryAct[];
  /** The most frequent action, as a button on each row. Must be stable. */
  readonly quick?: (entry: Entry) => EntryAct | null;
  /** What Enter and a click on the name as a link do; default: open the panel. */
  readonly openAct?: (entry: Entry) => EntryAct;
  /** What Ctrl or Cmd with C copies. */
  readonly linkOf?: (entry: Entry) => string | undefined;
};

/** A grid of the service's entries with their menus, a button that creates one, and a panel for the selected one. */
export function ListPage<Entry extends { readonly id: string | number }>({
  title = null,
  empty,
  actions,
  filters,
  panel = () => null,
  first = null,
  sorting = null,
  ...rows
}: Rows<Entry> & {
  /** Null: the page already shows it. */
  title?: string | null;
  empty: Parameters<typeof ListBody>[0]['empty'];
  actions?: (steps: ListSteps) => ReactNode;
  filters?: ReactNode;
  /** Null: there is no panel for the selection. */
  panel?: (about: Chosen<Entry>) => ReactNode | null;
  /** The entry whose panel is initially open. */
  first?: string | null;
}): ReactNode {
  const { listing } = rows;
  const [selected, select] = useState<ReadonlySet<string>>(() => setOf(first));
  const [only] = selected;
  // Some may have left the list.
  const several = rows.useManyActs === undefined ? [] : chosenOf(listing.entries, selected, rows.keyOf ?? idOf);
  const chosen = selected.size === 1 && only !== undefined ? only : null;
  const tell = useToast();
  const entry = useStickySelection(listing.entries, chosen, rows.keyOf ?? idOf);
  const gone = (id: string): void => select((before) => new Set([...before].filter((other) => other !== id)));
  const steps: ListSteps = { onChoose: (id) => select(setOf(id)), onGone: gone, onTell: tell };
  const about = chosen === null ? null : panel({ id: chosen, entry, steps });
  return (
    <ListFrame
      title={title}
      actions={actions?.(steps)}
      filters={filters}
      error={listing.error}
      list={
        <ListBody listing={listing} empty={empty}>
          <EntryRows
            {...rows}
            sorting={listing.hasMore === true ? null : sorting}
            selected={selected}
            several={several}
            onSelect={select}
            steps={steps}
          />
        </ListBody>
      }
      panel={about === null ? null : <Fragment key={chosen}>{about}</Fragment>}
      isSelecting={several.length > 1}
    />
  );
}

const setOf = (id: string | null): ReadonlySet<string> => new Set(id === null ? [] : [id]);

const idOf = ({ id }: { readonly id: string | number }): string => String(id);

const ActError = ({ error }: { readonly error: Error | null }): ReactNode => (
  <div className="px-3 py-2 empty:hidden">
    <ErrorMessage error={error} />
  </div>
);

/** The rows with their menu and its dialogs. */
function EntryRows<Entry extends { readonly id: string | number }>({
  listing,
  useActs,
  useManyActs,
  quick,
  linkOf,
  keyOf = idOf,
  openAct,
  selected,
  several,
  onSelect,
  steps,
  ...rows
}: Rows<Entry> & {
  readonly selected: ReadonlySet<string>;
  /** The selected entries where actions on several are possible. */
  readonly several: readonly Entry[];
  readonly onSelect: Dispatch<SetStateAction<ReadonlySet<string>>>;
  readonly steps: ListSteps;
}): ReactNode {
  const [menu, setMenu] = useState<{ readonly at: MenuPoint; readonly entry: Entry } | null>(null);
  const acts = useEntryActs();
  const { start } = acts;
  const quickAct = useMemo(() => (quick === undefined ? undefined : { of: quick, start }), [quick, start]);
  const onCopy = (entry: Entry | undefined): void => {
    const link = entry === undefined ? undefined : linkOf?.(entry);
    if (link !== undefined) start(copyAct(link));
  };
  const chooseAll = (): void => void allKeys(listing, keyOf).then((all) => onSelect(unlessNewer(selected, all)));
  return (
    <>
      <ActError error={acts.error} />
      <DataGrid
        {...rows}
        entries={listing.entries}
        keyOf={keyOf}
        isSeveral={useManyActs !== undefined}
        chosen={selected}
        onChoose={onSelect}
        onChooseAll={chooseAll}
        onMenu={(at, entry) => setMenu({ at, entry })}
        onSeen={listing.seen}
        quick={quickAct}
        {...(linkOf === undefined ? {} : { onCopy })}
        {...(openAct === undefined ? {} : { onOpen: (entry: Entry) => start(openAct(entry)) })}
      />
      {useManyActs !== undefined && several.length > 1 && (
        <ManyBar entries={several} {...{ useManyActs, acts, steps }} />
      )}
      {menu !== null && (
        <EntryMenu
          key={keyOf(menu.entry)}
          name={rows.nameOf(menu.entry)}
          {...{ ...menu, useActs, acts, steps }}
          onClose={() => setMenu(null)}
        />
      )}
      {acts.drawn}
    </>
  );
}

const chosenOf = <Entry,>(
  entries: readonly Entry[],
  selected: ReadonlySet<string>,
  keyOf: (entry: Entry) => string,
): readonly Entry[] => entries.filter((entry) => selected.has(keyOf(entry)));

/** The keys of all entries, for which the rest of the list is loaded. */
async function allKeys<Entry>(
  { entries, all }: Rows<Entry>['listing'],
  keyOf: (entry: Entry) => string,
): Promise<ReadonlySet<string>> {
  return new Set(((await all?.()) ?? entries).map(keyOf));
}

/** What was selected while the list was loaded is newer than the wish to select all. */
const unlessNewer =
  (before: ReadonlySet<string>, all: ReadonlySet<string>) =>
  (latest: ReadonlySet<string>): ReadonlySet<string> =>
    latest === before ? all : latest;

function ManyBar<Entry>({
  entries,
  useManyActs,
  acts,
  steps,
}: Required<Pick<Rows<Entry>, 'useManyActs'>> & {
  readonly entries: readonly Entry[];
  readonly acts: EntryActs;
  readonly steps: ListSteps;
}): ReactNode {
  const rowActs = useManyActs(entries, steps).map(
    (act): RowAct => ({ ...act, isPending: acts.isPending, run: () => acts.start(act) }),
  );
  return <SelectionBar count={entries.length} steps={rowActs} onClear={() => steps.onChoose(null)} />;
}

function EntryMenu<Entry>({
  at,
  entry,
  name,
  useActs,
  acts,
  steps,
  onClose,
}: Pick<Rows<Entry>, 'useActs'> & {
  readonly at: MenuPoint;
  readonly entry: Entry;
  readonly name: string;
  readonly acts: EntryActs;
  readonly steps: ListSteps;
  readonly onClose: () => void;
}): ReactNode {
  const entryActs = useActs(entry, steps);
  const rowActs = entryActs.map((act): RowAct => ({ ...act, run: () => acts.start(act) }));
  const about = (
    <p dir="auto" className="truncate font-semibold">
      {name}
    </p>
  );
  return <RowMenu label={texts.files.actionsOf(name)} place={at} acts={rowActs} about={about} onClose={onClose} />;
}
