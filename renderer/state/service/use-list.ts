import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CommandRefused, useBridge } from '../bridge/bridge.ts';
import type { ListPart, ListParts } from './parts.ts';
import { type ListEntry, type ListSource, usePartReader } from './use-part-reader.ts';

/** The loaded part of a list of any length. */
export type List<Entry> = {
  readonly entries: readonly Entry[];
  /** How many others the client left out, as far as the list is loaded. */
  readonly leftOut: number;
  /** True until there is an entry, or none at all. */
  readonly isPending: boolean;
  /** True if there are entries beyond `entries`. */
  readonly hasMore: boolean;
  readonly error: CommandRefused | null;
  /** Call it with the last visible row: it loads what follows, and says which parts to read again when they are stale. */
  readonly seen: (lastRow: number) => void;
  /** Loads more, if there is more; also again after a refusal. */
  readonly more: () => void;
  /** Loads the rest and returns all entries; null if a part is refused, which `error` reports. */
  readonly all: () => Promise<readonly Entry[] | null>;
  readonly again: () => void;
};

/**
 * A list that is read in parts while a person scrolls. When it becomes stale, only the parts in view are read again, the others when they come into
 * view: a change costs one or two requests, whatever the length. It renders when its rows change, not when they become stale or are read.
 */
export function useList<Entry extends ListEntry>(source: ListSource<Entry>): List<Entry> {
  const { key, read, isWanted = true, keepsPrevious = false } = source;
  const bridge = useBridge();
  const [select] = useState(() => createRows<Entry>());
  const list = useInfiniteQuery<ListPart<Entry>, CommandRefused, Rows<Entry>, QueryKey, string | null>({
    queryKey: key,
    queryFn: ({ pageParam }) => read(bridge, pageParam),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: isWanted,
    meta: { isInParts: true },
    select,
    staleTime: Number.POSITIVE_INFINITY,
    // Stale parts are read by `usePartReader`; this would read all of them.
    refetchOnMount: false,
    // Comparing a hundred thousand entries with the previous ones takes longer than rendering the visible ones.
    structuralSharing: false,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  const { data: { entries, leftOut } = none, hasNextPage, fetchNextPage } = list;
  const reader = usePartReader(source, list);
  const error = list.error ?? reader.error;
  return {
    entries,
    leftOut,
    // A part may be without entries, and the next one is read at once.
    isPending: list.isPending || (entries.length === 0 && hasNextPage && error === null),
    hasMore: hasNextPage,
    error,
    seen: reader.seen,
    more: reader.more,
    async all() {
      await reader.reading.current;
      let loaded: Pick<typeof list, 'data' | 'hasNextPage' | 'isError'> = {
        data: { entries, leftOut },
        // Entries of the previous key are none of this list.
        hasNextPage: hasNextPage || list.isPlaceholderData,
        isError: false,
      };
      while (loaded.hasNextPage) {
        loaded = await fetchNextPage({ cancelRefetch: false });
        if (loaded.isError) return null;
      }
      return loaded.data?.entries ?? [];
    },
    again: reader.again,
  };
}

type Rows<Entry> = Pick<List<Entry>, 'entries' | 'leftOut'>;

const none: Rows<never> = { entries: [], leftOut: 0 };

/** All entries of the parts; the same object as before if no part has other entries. */
function createRows<Entry>(): (parts: ListParts<Entry>) => Rows<Entry> {
  let known: { readonly parts: readonly (readonly Entry[])[]; readonly rows: Rows<Entry> } | null = null;
  return ({ pages }) => {
    const parts = pages.map(({ entries }) => entries);
    const isSame = known?.parts.length === parts.length && known.parts.every((part, index) => part === parts[index]);
    const leftOut = pages.reduce((sum, page) => sum + (page.leftOut ?? 0), 0);
    if (known === null || !isSame || known.rows.leftOut !== leftOut) {
      known = { parts, rows: { entries: parts.flat(), leftOut } };
    }
    return known.rows;
  };
}
