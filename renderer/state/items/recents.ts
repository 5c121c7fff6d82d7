import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { byMarker } from '../service/list-parts.ts';
import { callService, SERVICE } from '../service/service.ts';
import { type List, useList } from '../service/use-list.ts';
import { fieldsWithPath, type Item } from './item.ts';

/** An item that the person used lately, and how. */
export type Recent = Pick<Item, 'id' | 'type'> & {
  readonly item: Item;
  readonly act: ServiceAnswer<'listRecentItems'>['entries'][number]['interaction_type'];
  readonly atMs: number;
};

/** Items that the person used in the last 90 days, latest first. */
export function useRecents(): List<Recent> {
  return useList<Recent>({
    key: [SERVICE, 'listRecentItems'],
    read: byMarker(async (bridge, marker) => {
      const page = await callService(bridge, 'listRecentItems', {
        query: { fields: fieldsWithPath, limit: 100, ...marker },
      });
      const entries = page.entries.map(({ item, interaction_type: act, interacted_at: at }) => ({
        id: item.id,
        type: item.type,
        item,
        act,
        atMs: Date.parse(at),
      }));
      return { ...page, entries };
    }),
  });
}
