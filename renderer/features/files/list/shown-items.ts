import { useMemo, useState } from 'react';
import { useDebounced } from '../../../state/hooks/use-debounced.ts';
import type { Item } from '../../../state/items/item.ts';
import type { List } from '../../../state/service/use-list.ts';
import { type SearchPlace, useSearch } from './search.ts';
import { useSelectedItems } from './selected-items.ts';
import { type Order, useFolderItems } from './use-folder.ts';

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
  /** The folder whose entries they are; null: search results. */
  readonly folderId: string | null;
  readonly seen: (lastIndex: number) => void;
};

/** The list of the page: the content of the folder, or the search results while there is a search word, and the selection. */
export function useShownItems(folderId: string, fileId: string | null): ShownItems {
  const [order, setOrder] = useState<Order>({ by: 'name', direction: 'ASC' });
  const [word, setWord] = useState('');
  const [place, setPlace] = useState<SearchPlace>('folder');
  const settled = useDebounced(word);
  const isOn = word.trim() !== '' && settled.trim() !== '';
  const inFolder = useFolderItems(folderId, order);
  const found = useSearch(settled, place, folderId);
  const listing = isOn ? found : inFolder;
  const { selected, select, selectItems, chosen } = useSelectedItems(
    listing.entries,
    fileId === null ? [] : [`file:${fileId}`],
  );
  const search = useMemo(() => {
    const changeWord = (next: string): void => {
      setWord(next);
      select(new Set());
    };
    return { word, setWord: changeWord, place, setPlace, isOn };
  }, [word, place, isOn, select]);
  return {
    listing,
    order,
    setOrder,
    search,
    selected,
    select,
    chosen,
    folderId: isOn ? null : folderId,
    seen: listing.seen,
    selectAll: () => void listing.all().then((all) => (all === null ? undefined : selectItems(all))),
  };
}
