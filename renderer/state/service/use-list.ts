import {
  hashKey,
  keepPreviousData,
  type QueryKey,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { CommandRefused, useBridge } from '../bridge/bridge.ts';
import { afterReading, type ListPart, type ListParts, partsAt, readAgain, stale } from './parts.ts';

/** Ids are counted per type, so only both together name an entry. */
type ListEntry = { readonly id: string | number; readonly type?: string | undefined };

const keyOf = ({ type = '', id }: ListEntry): string => `${type}:${id}`;

/** The loaded part of a list of any length. */
export type List<Entry> = {
  readonly entries: readonly Entry[];
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

type ListSource<Entry> = {
  /** As in the freshness table: the command's name, or `service` and the operation's name, then its arguments. */
  readonly key: QueryKey;
  /** Reads the part at a marker, null for the first. */
  readonly read: (bridge: TandemBridge, marker: string | null) => Promise<ListPart<Entry>>;
  readonly isWanted?: boolean;
  /** Shows the entries of the previous key until those of a new one arrive, for a list that is filtered. */
  readonly keepsPrevious?: boolean;
};

/** Rows loaded beyond the visible ones. */
const AHEAD = 200;
/** More rows than any window shows at once. */
const IN_VIEW = 120;

/**
 * A list that is read in parts while a person scrolls. When it becomes stale, only the parts in view are read again, the others when they come into
 * view: a change costs one or two requests, whatever the length.
 */
export function useList<Entry extends ListEntry>(source: ListSource<Entry>): List<Entry> {
  const { key, read, isWanted = true, keepsPrevious = false } = source;
  const bridge = useBridge();
  const list = useInfiniteQuery<ListPart<Entry>, CommandRefused, ListParts<Entry>, QueryKey, string | null>({
    queryKey: key,
    queryFn: ({ pageParam }) => read(bridge, pageParam),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: isWanted,
    meta: { isInParts: true },
    staleTime: Number.POSITIVE_INFINITY,
    // Stale parts are read by `useRefresh`; this would read all of them.
    refetchOnMount: false,
    // Comparing a hundred thousand entries with the previous ones takes longer than rendering the visible ones.
    structuralSharing: false,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list;
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data]);
  const lastRow = useRef<number | null>(null);
  const { refresh, reading, again, error } = useRefresh(source, list, lastRow);
  const more = useCallback((): void => {
    if (hasNextPage && !isFetching && reading.current === null) void fetchNextPage({ cancelRefetch: false });
  }, [hasNextPage, isFetching, fetchNextPage, reading]);
  const count = entries.length;
  const look = useCallback((): void => {
    refresh();
    // After a refusal only a person asks again.
    if (!isError && lastRow.current !== null && count > 0 && lastRow.current >= count - AHEAD) more();
  }, [count, isError, more, refresh]);
  // Once per loaded part, until the visible rows are loaded.
  useEffect(look, [look]);
  const seen = useCallback(
    (row: number): void => {
      lastRow.current = row;
      look();
    },
    [look],
  );
  return {
    entries,
    isPending: list.isPending,
    hasMore: hasNextPage,
    error: list.error ?? error,
    seen,
    more,
    async all() {
      await reading.current;
      let loaded: Pick<typeof list, 'data' | 'hasNextPage' | 'isError'> = list;
      while (loaded.hasNextPage) {
        loaded = await fetchNextPage({ cancelRefetch: false });
        if (loaded.isError) return null;
      }
      return loaded.data?.pages.flatMap((page) => page.entries) ?? [];
    },
    again,
  };
}

type Reading<Entry> = Pick<
  UseInfiniteQueryResult<ListParts<Entry>, CommandRefused>,
  'data' | 'isStale' | 'isFetching' | 'isError' | 'isPlaceholderData' | 'refetch'
>;

type Refresh = {
  /** Reads the stale parts in view again. */
  readonly refresh: () => void;
  /** Such a reading in progress: loading more at the same time would overwrite it. */
  readonly reading: { readonly current: Promise<void> | null };
  readonly error: CommandRefused | null;
  /** Reads again after an error. */
  readonly again: () => void;
};

function useRefresh<Entry extends ListEntry>(
  source: ListSource<Entry>,
  { data, isStale, isFetching, isError, isPlaceholderData, refetch }: Reading<Entry>,
  lastRow: { readonly current: number | null },
): Refresh {
  const bridge = useBridge();
  const queries = useQueryClient();
  const known = isPlaceholderData || source.isWanted === false ? undefined : data;
  const asked = useRef(source);
  useEffect(() => {
    asked.current = source;
  });
  const mark = useStaleMark(source.key, known, { isStale, isBusy: isFetching || isError });
  const reading = useRef<Promise<void> | null>(null);
  const [failure, setFailure] = useState<{ of: ListParts<Entry>; error: CommandRefused } | null>(null);
  const isFailed = failure !== null && failure.of === known;
  const refresh = useCallback((): void => {
    if (known === undefined || isFetching || isFailed || reading.current !== null) return;
    const row = lastRow.current;
    const range = row === null ? { first: 0, last: known.pages.length - 1 } : partsAt(known, row - IN_VIEW, row);
    if (!known.pages.slice(range.first, range.last + 1).some((page) => page.isStale === true)) return;
    const { key, read } = asked.current;
    const join = readAgain(known, range, { read: (marker) => read(bridge, marker), keyOf });
    reading.current = join
      .then((joined) => {
        const wasInvalidated = queries.getQueryState(key)?.isInvalidated === true;
        queries.setQueryData<ListParts<Entry>>(key, (now) => now && afterReading({ known, now, joined }, range));
        // Marked while it was read, and not seen by this hook yet: it still is.
        if (wasInvalidated) void queries.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' });
      })
      .catch((error: unknown) => {
        if (!(error instanceof CommandRefused)) throw error;
        setFailure({ of: known, error });
      })
      .finally(() => {
        reading.current = null;
      });
  }, [known, isFetching, isFailed, queries, bridge, lastRow]);
  const again = useCallback((): void => void (known === undefined ? refetch() : mark()), [known, refetch, mark]);
  return { refresh, reading, error: isFailed ? failure.error : null, again };
}

/** Marks all parts when the list becomes stale, and when it comes from the cache: it may have changed without notice. */
function useStaleMark<Entry>(
  key: QueryKey,
  known: ListParts<Entry> | undefined,
  { isStale, isBusy }: { readonly isStale: boolean; readonly isBusy: boolean },
): () => void {
  const queries = useQueryClient();
  const name = hashKey(key);
  const shown = useRef<string | null>(null);
  const isUnread = useRef(false);
  const asked = useRef(key);
  const mark = useCallback(
    (): void =>
      void queries.setQueryData<ListParts<Entry>>(asked.current, (now) => (now === undefined ? now : stale(now))),
    [queries],
  );
  useEffect(() => {
    asked.current = key;
    const isCached = shown.current !== name && known !== undefined;
    shown.current = name;
    if (known === undefined) return;
    if (isStale || isCached) isUnread.current = true;
    // A running request would overwrite the marks. A refused one makes the list stale, and reading it again would hide the refusal.
    if (!isUnread.current || isBusy) return;
    isUnread.current = false;
    mark();
  }, [name, key, known, isStale, isBusy, mark]);
  return mark;
}
