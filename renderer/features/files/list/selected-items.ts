import { useMemo, useState } from 'react';
import { type Item, keyOf } from '../../../state/items/item.ts';

export type SelectedItems = {
  readonly selected: ReadonlySet<string>;
  readonly select: (keys: ReadonlySet<string>, by?: 'menu') => void;
  /** The selection only marks the row that an open menu is about. */
  readonly isForMenu: boolean;
  /** Call when the menu closes: selects the items from before it again. */
  readonly unmark: () => void;
  /** Of the selection as it is then, which may be about other items. */
  readonly deselect: (items: readonly Item[]) => void;
  /** Selects what `load` returns, which may be a hundred thousand, unless the selection changes meanwhile. Null: it could not be loaded. */
  readonly selectAll: (load: () => Promise<readonly Item[] | null>) => Promise<void>;
  /** Those of `entries` that are selected, in their order. */
  readonly chosen: readonly Item[];
};

type Chosen = {
  readonly keys: ReadonlySet<string>;
  /** The items with these keys, if they are known without a search. */
  readonly items: readonly Item[] | null;
  /** The selection from before the menu; null: the selection is not for a menu. */
  readonly before: ReadonlySet<string> | null;
};

/** The selection in a list. */
export function useSelectedItems(entries: readonly Item[], first: readonly string[]): SelectedItems {
  const [now, choose] = useState<Chosen>(() => ({ keys: new Set(first), items: null, before: null }));
  const { keys, items, before } = now;
  const chosen = useMemo(() => (items === entries ? items : itemsOf(keys, entries)), [keys, items, entries]);
  const [select] = useState(
    () => (next: ReadonlySet<string>, by?: 'menu') =>
      choose((latest) => ({
        keys: next,
        items: null,
        before: by === 'menu' ? (latest.before ?? latest.keys) : null,
      })),
  );
  const [unmark] = useState(
    () => () =>
      choose((latest) => (latest.before === null ? latest : { keys: latest.before, items: null, before: null })),
  );
  const [deselect] = useState(() => (gone: readonly Item[]) => {
    const goneKeys = new Set(gone.map(keyOf));
    const left = (latest: ReadonlySet<string>) => new Set([...latest].filter((key) => !goneKeys.has(key)));
    choose((latest) => ({
      keys: left(latest.keys),
      items: null,
      before: latest.before === null ? null : left(latest.before),
    }));
  });
  const selectAll = async (load: () => Promise<readonly Item[] | null>): Promise<void> => {
    const all = await load();
    if (all === null) return;
    const next = { keys: await keysOf(all), items: all, before: null };
    // A click or a filter while the list was loaded is newer than this wish.
    choose((latest) => (latest === now ? next : latest));
  };
  return { selected: keys, isForMenu: before !== null, unmark, select, deselect, selectAll, chosen };
}

const none: readonly Item[] = [];

/** Compares ids first, because building the key of every item takes ten times as long. */
function itemsOf(keys: ReadonlySet<string>, entries: readonly Item[]): readonly Item[] {
  if (keys.size === 0) return none;
  const ids = new Set<string>();
  for (const key of keys) ids.add(key.slice(key.indexOf(':') + 1));
  const found: Item[] = [];
  for (const item of entries) {
    if (ids.has(item.id) && keys.has(keyOf(item))) found.push(item);
    if (found.length === keys.size) break;
  }
  return found;
}

/** How long the page may be busy at a time, in milliseconds. */
const SLICE_MS = 8;
const KEYS_AT_ONCE = 500;

/** The keys of all items, built in slices, so that the page draws frames in between. */
async function keysOf(items: readonly Item[]): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  let began = performance.now();
  for (let start = 0; start < items.length; start += KEYS_AT_ONCE) {
    if (performance.now() - began > SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      began = performance.now();
    }
    for (const item of items.slice(start, start + KEYS_AT_ONCE)) keys.add(keyOf(item));
  }
  return keys;
}
