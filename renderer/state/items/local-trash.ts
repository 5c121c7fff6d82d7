import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Trashed } from '../../../preload/ipc/attention.ts';
import type { TandemBridge } from '../../../preload/ipc/bridge.ts';
import type { CommandAnswer } from '../../../preload/ipc/commands.ts';
import { ask, type CommandRefused, useBridge } from '../bridge/bridge.ts';
import { useStatus } from '../bridge/session.ts';

/** Prefix of all query keys of the local trash. */
export const LOCAL_TRASH = 'trash.local';
const PAGE_SIZE = 200;

type Page = CommandAnswer<'trash.local.list'>;

/** The local trash, newest first, as far as it is loaded. */
export function useLocalTrash() {
  const bridge = useBridge();
  const queries = useQueryClient();
  const roots = useStatus(({ roots: all }) => all) ?? [];
  const lastChangeMs = Math.max(0, ...roots.map((root) => root.lastChange?.atMs ?? 0));
  const list = useInfiniteQuery<Page, CommandRefused, { pages: Page[] }, string[], number>({
    queryKey: [LOCAL_TRASH, 'list'],
    queryFn: ({ pageParam }) => ask(bridge, 'trash.local.list', { limit: PAGE_SIZE, offset: pageParam }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, page) => sum + page.items.length, 0);
      return last.items.length === 0 || read >= last.total ? undefined : read;
    },
  });
  // The engine may have moved something to the trash.
  useEffect(() => {
    if (lastChangeMs > 0) void queries.invalidateQueries({ queryKey: [LOCAL_TRASH] });
  }, [queries, lastChangeMs]);
  const pages = list.data?.pages ?? [];
  const items: readonly Trashed[] = pages.flatMap((page) => page.items);
  return {
    items,
    bytes: pages.at(-1)?.bytes ?? 0,
    hasMore: list.hasNextPage,
    isPending: list.isPending,
    error: list.error,
    more: () => void list.fetchNextPage(),
    again: () => void list.refetch(),
  };
}

/** An action on the local trash, which reloads it afterwards. */
export function useLocalTrashAction<Input, Output>(act: (bridge: TandemBridge, input: Input) => Promise<Output>) {
  const bridge = useBridge();
  const queries = useQueryClient();
  return useMutation<Output, CommandRefused, Input>({
    mutationFn: (input) => act(bridge, input),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [LOCAL_TRASH] });
    },
  });
}
