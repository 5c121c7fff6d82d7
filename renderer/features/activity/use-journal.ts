import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CommandAnswer } from '../../../preload/ipc/commands.ts';
import type { ActivityEntry } from '../../../preload/ipc/shapes/status.ts';
import { ask, type CommandRefused, useBridge } from '../../state/bridge/bridge.ts';
import { type ActivityFilter, toQuestion } from './filter.ts';
import { READ_OF_BATCH } from './groups.ts';

type JournalPage = CommandAnswer<'activity.list'>;
/** Null: the newest page. */
type Cursor = { readonly before: number; readonly withoutBatches: number[] } | null;
type Journal = InfiniteData<JournalPage, Cursor>;

const PAGE_SIZE = 100;
/** Entries kept while the list is at its top, and lines: more than any window shows, so that dropped ones are not read again at once. */
const KEPT = { entries: 2 * PAGE_SIZE, batches: 60 } as const;
/** Minimum interval between refreshes of the newest page during a large sync. */
const REFRESH_EVERY_MS = 500;

export type JournalView = {
  readonly entries: readonly ActivityEntry[];
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  readonly error: CommandRefused | null;
  /** Older entries are not loaded yet. */
  readonly hasMore: boolean;
  /** Newer entries are held back, so that the list does not move while someone reads it. */
  readonly hasNewer: boolean;
  readonly loadMore: () => void;
  readonly showNewer: () => void;
  readonly retry: () => void;
};

/**
 * The filtered journal, newest first, page by page. New entries appear by themselves while `isAtTop`; otherwise they wait for `showNewer`. The
 * journal applies the filter: the newest page is fetched again instead of guessing.
 */
export function useJournal(filter: ActivityFilter, isAtTop: boolean): JournalView {
  const bridge = useBridge();
  const queries = useQueryClient();
  const key = ['journal', filter] as const;
  const query = useInfiniteQuery<JournalPage, CommandRefused, Journal, typeof key, Cursor>({
    queryKey: key,
    initialPageParam: null,
    queryFn: ({ pageParam }) =>
      ask(bridge, 'activity.list', {
        ...toQuestion(filter, Date.now()),
        limit: PAGE_SIZE,
        ...pageParam,
      }),
    getNextPageParam: (_last, pages) => nextCursor(pages),
  });

  const refresh = useCallback(async (): Promise<void> => {
    const newest = await bridge.call('activity.list', { ...toQuestion(filter, Date.now()), limit: PAGE_SIZE });
    // The next query will report the error; the displayed entries stay valid until then.
    if (!newest.ok) return;
    // A page that was asked for before may be older, and would replace this one.
    await queries
      .getQueryCache()
      .find({ queryKey: ['journal', filter] })
      ?.promise?.catch(() => undefined);
    queries.setQueryData<Journal>(['journal', filter], (shown) => withNewest(shown, newest.value));
  }, [bridge, queries, filter]);

  const newer = useNewEntries(isAtTop, refresh);
  const { data } = query;
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data]);
  return {
    entries,
    isLoading: query.isPending,
    isLoadingMore: query.isFetchingNextPage,
    error: query.error,
    hasMore: query.hasNextPage,
    hasNewer: newer.isWaiting,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
    showNewer: newer.show,
    retry: () => void query.refetch(),
  };
}

/** Follows the feed: refreshes at once if that moves nothing, otherwise remembers that there are new entries. */
function useNewEntries(isAtTop: boolean, refresh: () => Promise<void>): { isWaiting: boolean; show: () => void } {
  const bridge = useBridge();
  const [isWaiting, setWaiting] = useState(false);
  const show = useCallback((): void => {
    setWaiting(false);
    void refresh();
  }, [refresh]);
  const now = useRef({ isAtTop, show });
  useEffect(() => {
    now.current = { isAtTop, show };
  }, [isAtTop, show]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const end = bridge.subscribe('activity', () => {
      timer ??= setTimeout(() => {
        timer = null;
        if (now.current.isAtTop) now.current.show();
        else setWaiting(true);
      }, REFRESH_EVERY_MS);
    });
    return () => {
      end();
      if (timer !== null) clearTimeout(timer);
    };
  }, [bridge]);
  return { isWaiting, show };
}

/** Null: the last page is among these. */
export function nextCursor(pages: readonly JournalPage[]): Cursor {
  const last = pages.at(-1);
  const before = last?.entries.at(-1)?.id;
  return last?.more === true && before !== undefined ? { before, withoutBatches: longBatches(pages) } : null;
}

function longBatches(pages: readonly JournalPage[]): number[] {
  const counts = new Map<number, number>();
  for (const { entries } of pages) {
    for (const { batch } of entries) counts.set(batch, (counts.get(batch) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > READ_OF_BATCH).map(([batch]) => batch);
}

/** Prepends new entries, and drops old ones; if there is a gap, starts again with the newest page. */
export function withNewest(shown: Journal | undefined, newest: JournalPage): Journal {
  const afresh: Journal = { pages: [newest], pageParams: [null] };
  if (shown === undefined) return afresh;
  const known = shown.pages.flatMap((page) => page.entries);
  const knownId = known[0]?.id ?? Number.NEGATIVE_INFINITY;
  const added = newest.entries.filter((entry) => entry.id > knownId);
  if (added.length === newest.entries.length && newest.more) return afresh;
  if (added.length === 0) return shown;
  return withoutOldest(inPages([...added, ...known], shown.pages.at(-1)?.more ?? false));
}

/** A repeat reads as many pages as there are, so each must be as long as the answer to its cursor. */
function inPages(entries: readonly ActivityEntry[], more: boolean): Journal {
  const pages: JournalPage[] = [];
  let rest = entries;
  while (rest.length > 0) {
    pages.push({ entries: rest.slice(0, PAGE_SIZE), more: more || rest.length > PAGE_SIZE });
    const long = new Set(longBatches(pages));
    rest = rest.slice(PAGE_SIZE).filter(({ batch }) => !long.has(batch));
  }
  return withCursors(pages);
}

/** A window that stays open must not grow with the journal. Dropped entries are the next page again. */
function withoutOldest(all: Journal): Journal {
  const batches = new Set<number>();
  const kept = all.pages.findIndex(({ entries }, index) => {
    for (const { batch } of entries) batches.add(batch);
    return (index + 1) * PAGE_SIZE >= KEPT.entries && batches.size > KEPT.batches;
  });
  if (kept === -1 || kept === all.pages.length - 1) return all;
  return withCursors(all.pages.slice(0, kept + 1));
}

const withCursors = (pages: JournalPage[]): Journal => ({
  pages,
  pageParams: pages.map((_, index) => nextCursor(pages.slice(0, index))),
});
