import { useInfiniteQuery } from '@tanstack/react-query';
import type { TandemBridge } from '../../../preload/ipc/bridge.ts';
import { type CommandRefused, useBridge } from '../bridge/bridge.ts';
import { SERVICE } from './service.ts';
import { entriesOf, type ServiceEntries } from './service-entries.ts';

type Page<Entry> = { readonly entries: readonly Entry[]; readonly total: number };

/** A list that is read page by page as a person scrolls. `key` names it; `read` gets a page from an offset on. */
export function useOffsetList<Entry>(
  key: readonly unknown[],
  read: (bridge: TandemBridge, offset: number) => Promise<Page<Entry>>,
): ServiceEntries<Entry> {
  const bridge = useBridge();
  const list = useInfiniteQuery<Page<Entry>, CommandRefused, { pages: Page<Entry>[] }, unknown[], number>({
    queryKey: [SERVICE, ...key],
    queryFn: ({ pageParam }) => read(bridge, pageParam),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const count = pages.reduce((sum, page) => sum + page.entries.length, 0);
      return last.entries.length === 0 || count >= last.total ? undefined : count;
    },
  });
  return entriesOf(list);
}
