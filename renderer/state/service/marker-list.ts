import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { TandemBridge } from '../../../preload/ipc/bridge.ts';
import { type CommandRefused, useBridge } from '../bridge/bridge.ts';
import { SERVICE } from './service.ts';
import { entriesOf, type ServiceEntries } from './service-entries.ts';

/** As much of a page of the service as a list needs; markers are texts, of device pins numbers. */
export type MarkerPage<Entry> = {
  readonly entries: readonly Entry[];
  readonly next_marker?: string | number | null | undefined;
};

/** The requested page; omitted at the start. */
export type MarkerQuery = { readonly marker?: string };

/** A list that is read by marker, page by page, as a person scrolls. `key` names it; null `read`: not asked yet. */
export function useMarkerList<Entry>(
  key: readonly unknown[],
  read: ((bridge: TandemBridge, marker: MarkerQuery) => Promise<MarkerPage<Entry>>) | null,
): ServiceEntries<Entry> {
  const bridge = useBridge();
  const list = useInfiniteQuery<
    MarkerPage<Entry>,
    CommandRefused,
    { pages: MarkerPage<Entry>[] },
    unknown[],
    string | null
  >({
    queryKey: [SERVICE, ...key],
    queryFn: ({ pageParam }) =>
      read === null
        ? Promise.reject(new Error('a list was read before it was asked for'))
        : read(bridge, pageParam === null ? {} : { marker: pageParam }),
    initialPageParam: null,
    getNextPageParam: ({ next_marker: next }) => (next === null || next === undefined ? undefined : String(next)),
    enabled: read !== null,
    // Keeps the previous entries until the new filter's result arrives.
    placeholderData: keepPreviousData,
  });
  return entriesOf(list);
}
