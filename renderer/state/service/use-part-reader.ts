import { hashKey, type QueryKey, type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { CommandRefused, useBridge } from '../bridge/bridge.ts';
import { type ListPart, type ListParts, stale } from './parts.ts';
import { afterReading, partsAt, readAgain } from './read-again.ts';

/** Ids are counted per type, so only both together name an entry. */
export type ListEntry = { readonly id: string | number; readonly type?: string | undefined };

const keyOf = ({ type = '', id }: ListEntry): string => `${type}:${id}`;

/** Where a list comes from. */
export type ListSource<Entry> = {
  /** As in the freshness table: the command's name, or `service` and the operation's name, then its arguments. */
  readonly key: QueryKey;
  /** Reads the part at a marker, null for the first. */
  readonly read: (bridge: TandemBridge, marker: string | null) => Promise<ListPart<Entry>>;
  readonly isWanted?: boolean;
  /** Reads on to the end by itself, because the page shows only some of the entries. */
  readonly isWhole?: boolean;
  /** Shows the entries of the previous key until those of a new one arrive, for a list that is filtered. */
  readonly keepsPrevious?: boolean;
};

/** Rows loaded beyond the visible ones. */
const AHEAD = 200;
/** More rows than any window shows at once. */
const IN_VIEW = 120;
/** A list that is read to its end is also read again as a whole, unless it has more parts than these. */
const WHOLE_PARTS = 10;

type PartReader = {
  /** Call it with the last visible row: loads what follows, and reads the stale parts in view again. */
  readonly seen: (lastRow: number) => void;
  /** Loads the next part, also after a refusal. */
  readonly more: () => void;
  /** Stale parts being read again: loading more at the same time would overwrite them. */
  readonly reading: { readonly current: Promise<void> | null };
  /** Why they could not be read again. */
  readonly error: CommandRefused | null;
  /** Reads again after an error. */
  readonly again: () => void;
};

type Fetch = Pick<UseInfiniteQueryResult<unknown, CommandRefused>, 'fetchNextPage' | 'refetch'>;

/** Follows a list in the cache, and reads the parts that its visible rows need. The component does not render for that. */
export function usePartReader<Entry extends ListEntry>(
  source: ListSource<Entry>,
  { fetchNextPage, refetch }: Fetch,
): PartReader {
  const queries = useQueryClient();
  const asked = useRef(source);
  useEffect(() => {
    asked.current = source;
  });
  const lastRow = useRef<number | null>(null);
  const stateNow = useCallback(() => {
    const { key, isWanted = true } = asked.current;
    return isWanted ? queries.getQueryState<ListParts<Entry>, CommandRefused>(key) : undefined;
  }, [queries]);
  const { refresh, reading, error } = useRefresh<Entry>(asked, lastRow, stateNow);
  const { mark, markIfUnread, setUnread } = useStaleMark<Entry>(asked, stateNow);
  const more = useCallback((): void => {
    const state = stateNow();
    const isBusy = state?.fetchStatus !== 'idle' || reading.current !== null;
    const hasMore = (state?.data?.pages.at(-1)?.next ?? null) !== null;
    if (hasMore && !isBusy) void fetchNextPage({ cancelRefetch: false });
  }, [stateNow, reading, fetchNextPage]);
  const look = useCallback((): void => {
    markIfUnread();
    refresh();
    const { data, status } = stateNow() ?? {};
    const count = data?.pages.reduce((sum, { entries }) => sum + entries.length, 0) ?? 0;
    // A list without a row has none that comes into view, although a later part may have entries.
    const isNear = count === 0 || (lastRow.current !== null && lastRow.current >= count - AHEAD);
    // After a refusal only a person asks again.
    if (status === 'success' && (isNear || asked.current.isWhole === true)) more();
  }, [markIfUnread, refresh, stateNow, more]);
  useCacheChanges(source, look, setUnread);
  const { isWhole = false } = source;
  useEffect(() => {
    if (isWhole) look();
  }, [isWhole, look]);
  const seen = useCallback(
    (row: number): void => {
      lastRow.current = row;
      look();
    },
    [look],
  );
  const again = useCallback(
    (): void => void (stateNow()?.data === undefined ? refetch() : mark()),
    [stateNow, refetch, mark],
  );
  return { seen, more, reading, error, again };
}

type Asked<Entry> = { readonly current: ListSource<Entry> };
type StateNow<Entry> = () =>
  | {
      readonly data: ListParts<Entry> | undefined;
      readonly status: string;
      readonly fetchStatus: string;
      readonly isInvalidated: boolean;
    }
  | undefined;

/** Looks at the list when it is shown, and after each change of it in the cache. */
function useCacheChanges<Entry>(
  { key, isWanted = true }: ListSource<Entry>,
  look: () => void,
  setUnread: (isUnread: boolean) => void,
): void {
  const queries = useQueryClient();
  const name = hashKey(key);
  useEffect(() => {
    if (!isWanted) return;
    const cache = queries.getQueryCache();
    let isOver = false;
    let isWaiting = false;
    const lookSoon = (): void => {
      if (isWaiting) return;
      isWaiting = true;
      queueMicrotask(() => {
        isWaiting = false;
        if (!isOver) look();
      });
    };
    const unsubscribe = cache.subscribe(({ type, query }) => {
      if (type !== 'updated' || query.queryHash !== name) return;
      if (query.state.isInvalidated) setUnread(true);
      lookSoon();
    });
    // A list from the cache may have changed without notice.
    setUnread(cache.get(name)?.state.data !== undefined);
    lookSoon();
    return () => {
      isOver = true;
      unsubscribe();
    };
  }, [queries, name, isWanted, look, setUnread]);
}

/** Reads the stale parts in view again. */
function useRefresh<Entry extends ListEntry>(
  asked: Asked<Entry>,
  lastRow: { readonly current: number | null },
  stateNow: StateNow<Entry>,
): Pick<PartReader, 'reading' | 'error'> & { readonly refresh: () => void } {
  const bridge = useBridge();
  const queries = useQueryClient();
  const reading = useRef<Promise<void> | null>(null);
  /** The state of the list that could not be read again. */
  const failed = useRef<ListParts<Entry> | null>(null);
  const [error, setError] = useState<CommandRefused | null>(null);
  const refresh = useCallback((): void => {
    const { data: known, fetchStatus } = stateNow() ?? {};
    if (failed.current !== null && failed.current !== known) {
      failed.current = null;
      setError(null);
    }
    if (known === undefined || fetchStatus !== 'idle' || failed.current !== null || reading.current !== null) return;
    const row = asked.current.isWhole === true && known.pages.length <= WHOLE_PARTS ? null : lastRow.current;
    const range = row === null ? { first: 0, last: known.pages.length - 1 } : partsAt(known, row - IN_VIEW, row);
    if (!known.pages.slice(range.first, range.last + 1).some((page) => page.isStale === true)) return;
    const { key, read } = asked.current;
    const join = readAgain(known, range, { read: (marker) => read(bridge, marker), keyOf });
    reading.current = join
      .then((joined) => {
        // Before the answer is in the cache, since that makes the list look for what else to read.
        reading.current = null;
        const wasInvalidated = queries.getQueryState(key)?.isInvalidated === true;
        queries.setQueryData<ListParts<Entry>>(key, (now) => now && afterReading({ known, now, joined }, range));
        // Marked while it was read, and not seen by this hook yet: it still is.
        if (wasInvalidated) void queries.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' });
      })
      .catch((refusal: unknown) => {
        reading.current = null;
        if (!(refusal instanceof CommandRefused)) throw refusal;
        failed.current = known;
        setError(refusal);
      });
  }, [stateNow, queries, bridge, asked, lastRow]);
  return { refresh, reading, error };
}

/** Marks all parts of a list as stale. */
function useStaleMark<Entry>(asked: Asked<Entry>, stateNow: StateNow<Entry>) {
  const queries = useQueryClient();
  /** It became stale, and its parts are not marked yet. */
  const isUnread = useRef(false);
  const mark = useCallback(
    (): void =>
      void queries.setQueryData<ListParts<Entry>>(asked.current.key, (now) => (now === undefined ? now : stale(now))),
    [queries, asked],
  );
  const markIfUnread = useCallback((): void => {
    const { data, status, fetchStatus } = stateNow() ?? {};
    // A running request would overwrite the marks. A refused one makes the list stale, and reading it again would hide the refusal.
    if (!isUnread.current || data === undefined || fetchStatus !== 'idle' || status === 'error') return;
    isUnread.current = false;
    mark();
  }, [stateNow, mark]);
  const setUnread = useCallback((next: boolean): void => {
    isUnread.current = next;
  }, []);
  return { mark, markIfUnread, setUnread };
}
