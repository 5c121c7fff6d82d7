import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { CommandRefused } from '../bridge/bridge.ts';

/** A list of the service as a page shows it, as far as it was read. */
export type ServiceEntries<Entry> = {
  readonly entries: readonly Entry[];
  readonly isPending: boolean;
  /** Is there more than `entries`? */
  readonly hasMore: boolean;
  readonly error: CommandRefused | null;
  /** Reads on, when there is more. */
  readonly more: () => void;
  readonly again: () => void;
};

type Paged<Entry> = UseInfiniteQueryResult<
  Pick<InfiniteData<{ readonly entries: readonly Entry[] }>, 'pages'>,
  CommandRefused
>;

/** The entries of all pages that were read. */
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
