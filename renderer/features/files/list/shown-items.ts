import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useDebounced } from '../../../state/hooks/use-debounced.ts';
import {
  type EntryPlace,
  useEntryChoice,
  useEntryPlace,
  useEntryState,
  useEntryWord,
} from '../../../state/hooks/use-entry-state.ts';
import { useNow } from '../../../state/hooks/use-now.ts';
import { type Item, keyOf } from '../../../state/items/item.ts';
import { type PathStates, useFollowed, usePathStates, useStateTurn } from '../../../state/items/path-states.ts';
import { filteredList } from '../../../state/service/filtered-list.ts';
import type { List } from '../../../state/service/use-list.ts';
import { useLinkedFile } from '../find-file.tsx';
import {
  type Changer,
  changersOf,
  hasChanger,
  isFiltered,
  type ListFilters,
  listFilters,
  noListFilters,
  passes,
} from './filters.ts';
import { type SearchPlace, searchPlaces, useSearch } from './search.ts';
import { type SelectedItems, useSelectedItems } from './selected-items.ts';
import { listOrder, type Order, useFolderItems } from './use-folder.ts';

/** The top folder. */
const TOP = '0';

export type Search = {
  readonly word: string;
  readonly setWord: (word: string) => void;
  readonly place: SearchPlace;
  readonly setPlace: (place: SearchPlace) => void;
  /** In the top folder, both places are the same. */
  readonly hasPlaces: boolean;
  readonly isOn: boolean;
  readonly filters: ListFilters;
  readonly setFilters: (filters: ListFilters) => void;
  readonly isFiltered: boolean;
  /** Who has changed an item; null: no one is known. Counted when asked for, since the list may be long. */
  readonly changers: (() => readonly Changer[]) | null;
};

export type ShownItems = {
  readonly listing: List<Item>;
  readonly order: Order;
  readonly setOrder: (order: Order) => void;
  readonly search: Search;
  readonly selected: ReadonlySet<string>;
  readonly select: (keys: ReadonlySet<string>, by?: 'menu') => void;
  readonly isForMenu: boolean;
  readonly unmark: () => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
  readonly deselect: (items: readonly Item[]) => void;
  readonly chosen: readonly Item[];
  /** The row to begin at. It begins there only once, also in another order or view. */
  readonly place: EntryPlace;
  /** The folder whose entries they all are; null: search results, or some of its entries. */
  readonly folderId: string | null;
  readonly seen: (lastIndex: number) => void;
  readonly states: PathStates;
};

/** The list of the page: the content of the folder, or the search results while there is a search word, and the selection. */
export function useShownItems(folderId: string, fileId: string | null): ShownItems {
  const linkedKey = fileId === null ? null : `file:${fileId}`;
  const { order, setOrder, sought, seek, start } = useOrder(linkedKey);
  const [word, setWord] = useEntryWord('files.word');
  const [place, setPlace] = useEntryChoice('files.search', searchPlaces, 'folder');
  const settled = useDebounced(word);
  const isOn = word.trim() !== '' && settled.trim() !== '';
  const [filters, setFilters] = useEntryState('files.filters', listFilters, noListFilters);
  const isWhole = isFiltered(filters);
  const inFolder = useFolderItems(folderId, order, isWhole || sought !== null);
  if (sought !== null && isReadTo(inFolder, sought, start.firstIndex)) seek(null);
  const found = useSearch(settled, place, folderId, isWhole);
  const full = isOn ? found : inFolder;
  const states = usePathStates();
  const listing = useFiltered(full, filters, states);
  const loaded = useRef(full.entries);
  useEffect(() => {
    loaded.current = full.entries;
  });
  const [changersNow] = useState(() => () => changersOf(loaded.current));
  const changers = full.entries.some(hasChanger) ? changersNow : null;
  const { selected, isForMenu, unmark, select, deselect, selectAll, chosen, first } = useSelection(listing.entries, {
    linkedKey,
    folderId,
    onSelect: () => seek(null),
  });
  const search = useMemo(() => {
    const changeWord = (next: string): void => {
      setWord(next);
      select(new Set());
    };
    const changeFilters = (next: ListFilters): void => {
      setFilters(next);
      select(new Set());
    };
    const inWords = { word, setWord: changeWord, place, setPlace, hasPlaces: folderId !== TOP, isOn };
    return { ...inWords, filters, setFilters: changeFilters, isFiltered: isWhole, changers };
  }, [word, setWord, place, setPlace, folderId, isOn, filters, setFilters, isWhole, changers, select]);
  return {
    listing,
    order,
    setOrder,
    search,
    selected,
    isForMenu,
    unmark,
    select,
    clear: () => select(new Set()),
    deselect,
    chosen,
    place: { ...start, first: start.first === linkedKey ? first : start.first },
    folderId: isOn || isWhole ? null : folderId,
    seen: listing.seen,
    states,
    selectAll: () => void selectAll(listing.all),
  };
}

/** The order, and whether the list still begins at the row of a link, or where the person left it: one who sorts it wants to see its top. */
function useOrder(linkedKey: string | null) {
  const [order, changeOrder] = useEntryState('files.order', listOrder, byName);
  const start = useEntryPlace('files', linkedKey);
  const [sought, seek] = useState(start.first);
  const { onBegun: begin } = start;
  // The rest is not read for a row that the list no longer goes to.
  const onBegun = useCallback((): void => {
    begin();
    seek(null);
  }, [begin]);
  // Another one as soon as the first status names the account.
  const setOrder = useCallback(
    (next: Order): void => {
      onBegun();
      changeOrder(next);
    },
    [onBegun, changeOrder],
  );
  return { order, setOrder, sought, seek, start: { ...start, onBegun } };
}

const byName: Order = { by: 'name', direction: 'ASC' };

/** Whether the rows up to this one are loaded, or up to where it was, or all of them. */
const isReadTo = ({ entries, isPending, hasMore, error }: List<Item>, key: string, index: number | null): boolean =>
  error !== null ||
  (!isPending && !hasMore) ||
  (index !== null && index < entries.length) ||
  entries.some((item) => keyOf(item) === key);

type Linked = {
  /** The key of the file that a link names. */
  readonly linkedKey: string | null;
  readonly folderId: string;
  readonly onSelect: () => void;
};

/** The selection, which begins with the file of a link, as long as that is in the folder: its row may not be loaded yet. */
function useSelection(
  entries: readonly Item[],
  { linkedKey, folderId, onSelect }: Linked,
): SelectedItems & { readonly first: string | null } {
  const items = useSelectedItems(entries, linkedKey === null ? [] : [linkedKey]);
  const { selected, chosen } = items;
  const [select] = useState(() => (keys: ReadonlySet<string>, by?: 'menu'): void => {
    onSelect();
    items.select(keys, by);
  });
  const first = linkedKey !== null && selected.size === 1 && selected.has(linkedKey) ? linkedKey : null;
  const file = useLinkedFile(first === null ? null : first.slice(first.indexOf(':') + 1));
  const linked = useMemo(
    () => (file !== null && (file.parent?.id ?? TOP) === folderId ? [file] : none),
    [file, folderId],
  );
  return { ...items, select, chosen: chosen.length === 0 ? linked : chosen, first };
}

const none: readonly Item[] = [];

/** The same list without filters. Of a list that is filtered by state, the states of all rows are asked for. */
function useFiltered(list: List<Item>, filters: ListFilters, states: PathStates): List<Item> {
  const nowMs = useNow(60_000);
  const isOn = isFiltered(filters);
  const isByState = filters.state !== null;
  const { entries } = list;
  const turn = useStateTurn(states, isByState);
  const isPassing = useMemo(() => {
    // The states that `get` knows change with each turn.
    const known = { nowMs, stateOf: states.get, turn };
    return (item: Item): boolean => passes(item, filters, known);
  }, [filters, nowMs, states, turn]);
  const passing = useMemo(() => (isOn ? entries.filter(isPassing) : entries), [isOn, entries, isPassing]);
  useFollowed(states, isByState ? entries : passing, isByState);
  if (!isOn) return list;
  const isKnown = !isByState || entries.every(({ id, type }) => type === 'web_link' || states.get(id) !== undefined);
  return filteredList(list, passing, isPassing, isKnown);
}
