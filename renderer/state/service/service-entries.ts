import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { CommandRefused } from '../bridge/bridge.ts';

/** The loaded part of a list of the service. */
export type ServiceEntries<Entry> = {
  readonly entries: readonly Entry[];
  readonly isPending: boolean;
  /** True if there are entries beyond `entries`. */
  readonly hasMore: boolean;
  readonly error: CommandRefused | null;
  /** Loads more, if there is more. */
  readonly more: () => void;
  readonly again: () => void;
};

type Paged<Entry> = UseInfiniteQueryResult<
  Pick<InfiniteData<{ readonly entries: readonly Entry[] }>, 'pages'>,
  CommandRefused
>;

/** The entries of all loaded pages. */
export function entriesOf<Entry>(list: Paged<Entry>): ServiceEntries<Entry> {
  return {
    entries: list.data?.pages.flatMap((page) => page.entries) ?? [],
    isPending: list.isPending,
    hasMore: list.hasNextPage,
    error: list.error,
    more: () => {
      if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
    },
    again: () => void list.refetch(),
  };
}
