import { useMemo, useState } from 'react';
import { useDebounced } from '../../../state/hooks/use-debounced.ts';
import { type Item, keyOf } from '../../../state/items/item.ts';
import type { List } from '../../../state/service/use-list.ts';
import { type SearchPlace, useSearch } from './search.ts';
import { type Folder, type Order, useFolderItems } from './use-folder.ts';

export type Search = {
  readonly word: string;
  readonly setWord: (word: string) => void;
  readonly place: SearchPlace;
  readonly setPlace: (place: SearchPlace) => void;
  readonly isOn: boolean;
};

export type ShownItems = {
  readonly listing: List<Item>;
  readonly order: Order;
  readonly setOrder: (order: Order) => void;
  readonly search: Search;
  readonly selected: ReadonlySet<string>;
  readonly select: (keys: ReadonlySet<string>) => void;
  readonly selectAll: () => void;
  readonly chosen: readonly Item[];
  /** Number of all entries, including those not loaded yet. */
  readonly total: number;
  readonly seen: (lastIndex: number) => void;
};

/** The list of the page: the content of the folder, or the search results while there is a search word, and the selection. */
export function useShownItems(folderId: string, folder: Folder | undefined, fileId: string | null): ShownItems {
  const [order, setOrder] = useState<Order>({ by: 'name', direction: 'ASC' });
  const [word, setWord] = useState('');
  const [place, setPlace] = useState<SearchPlace>('folder');
  const [selected, select] = useState<ReadonlySet<string>>(new Set(fileId === null ? [] : [`file:${fileId}`]));
  const settled = useDebounced(word);
  const isOn = word.trim() !== '' && settled.trim() !== '';
  const inFolder = useFolderItems(folderId, order);
  const found = useSearch(settled, place, folderId);
  const listing = isOn ? found : inFolder;
  const { entries, hasMore } = listing;
  const chosen = useMemo(
    () => (selected.size === 0 ? [] : entries.filter((item) => selected.has(keyOf(item)))),
    [entries, selected],
  );
  const counted = isOn ? undefined : folder?.item_collection?.total_count;
  const readTo = entries.length;
  const changeWord = (next: string): void => {
    setWord(next);
    select(new Set());
  };
  return {
    listing,
    order,
    setOrder,
    search: { word, setWord: changeWord, place, setPlace, isOn },
    selected,
    select,
    chosen,
    total: hasMore ? Math.max(counted ?? 0, readTo + 1) : readTo,
    seen: listing.seen,
    selectAll: () =>
      void listing.all().then((all) => {
        if (all !== null) select(new Set(all.map(keyOf)));
      }),
  };
}
