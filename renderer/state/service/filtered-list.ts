import type { List } from './use-list.ts';

/** The entries of a list that pass, as a list that reads on by itself. `isKnown`: what they are filtered by is known of all that is read. */
export function filteredList<Entry>(
  list: List<Entry>,
  entries: readonly Entry[],
  isPassing: (entry: Entry) => boolean,
  isKnown = true,
): List<Entry> {
  const isSearching = entries.length === 0 && (list.hasMore || !isKnown) && list.error === null;
  return {
    ...list,
    entries,
    isPending: list.isPending || isSearching,
    seen: (lastRow) => {
      const last = entries[Math.min(lastRow, entries.length - 1)];
      if (last !== undefined) list.seen(list.entries.indexOf(last));
    },
    all: () => list.all().then((all) => all?.filter(isPassing) ?? null),
  };
}
