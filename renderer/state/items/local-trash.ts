import type { Trashed } from '../../../preload/ipc/shapes/attention.ts';
import { useAnswer } from '../bridge/actions.ts';
import { ask } from '../bridge/bridge.ts';
import { byOffset } from '../service/list-parts.ts';
import { type List, useList } from '../service/use-list.ts';

const PAGE_SIZE = 200;
const size = { limit: 1 };

/** The local trash, newest first, as far as it is loaded, and the bytes of all of it. */
export function useLocalTrash(): List<Trashed> & { readonly bytes: number } {
  const list = useList<Trashed>({
    key: ['trash.local.list', 'all'],
    read: byOffset(async (bridge, offset) => {
      const { items, total } = await ask(bridge, 'trash.local.list', { limit: PAGE_SIZE, offset });
      return { entries: items, total, limit: PAGE_SIZE };
    }),
  });
  const { data } = useAnswer('trash.local.list', size);
  return { ...list, bytes: data?.bytes ?? 0 };
}
