import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { TandemBridge } from '../../../preload/ipc/bridge.ts';
import { type CommandRefused, useBridge } from '../bridge/bridge.ts';
import { SERVICE } from './service.ts';
import type { ServiceEntries } from './service-entries.ts';

/** Part of a list and where the next part begins; `next` null at the end. */
export type ServicePage<Entry> = { readonly entries: readonly Entry[]; readonly next: string | null };

/** The loaded part of a list of any length. */
export type ServicePages<Entry> = ServiceEntries<Entry> & {
  /** Loads the rest and returns all entries. */
  readonly all: () => Promise<readonly Entry[]>;
};

/** A list that is read part by part behind a marker. `key` names it; `read` gets the part at a marker, null for the first. */
export function useServicePages<Entry>(
  key: readonly unknown[],
  read: (bridge: TandemBridge, marker: string | null) => Promise<ServicePage<Entry>>,
  isWanted = true,
): ServicePages<Entry> {
  const bridge = useBridge();
  const list = useInfiniteQuery<
    ServicePage<Entry>,
    CommandRefused,
    { pages: ServicePage<Entry>[] },
    unknown[],
    string | null
  >({
    queryKey: [SERVICE, ...key],
    queryFn: ({ pageParam }) => read(bridge, pageParam),
    initialPageParam: null,
    getNextPageParam: (last) => last.next ?? undefined,
    enabled: isWanted,
    // Comparing a hundred thousand entries with the previous ones takes longer than rendering the visible ones.
    structuralSharing: false,
  });
  const { data } = list;
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data]);
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const more = useCallback((): void => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return {
    entries,
    isPending: list.isPending,
    hasMore: list.hasNextPage,
    error: list.error,
    more,
    async all() {
      let { data: read, hasNextPage } = list;
      while (hasNextPage) ({ data: read, hasNextPage } = await list.fetchNextPage({ cancelRefetch: false }));
      return read?.pages.flatMap((page) => page.entries) ?? [];
    },
    again: () => void list.refetch(),
  };
}
