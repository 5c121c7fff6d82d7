import { fields, type Item } from '../../state/items/item.ts';
import { callService, SERVICE } from '../../state/service/service.ts';
import { type List, useList } from '../../state/service/use-list.ts';

/** A web link, which is what the service calls a bookmark. */
export type Bookmark = Extract<Item, { type: 'web_link' }>;

const PAGE_SIZE = 200;
/** The service's maximum offset. */
const FURTHEST = 10_000;

/** The person's bookmarks in all folders, newest first, optionally filtered by words. */
export function useBookmarks(word: string): List<Bookmark> {
  const words = word.trim().split(/\s+/).filter(Boolean);
  // Require all words; by default the service matches any.
  const query = words.length === 0 ? {} : { query: words.join(' AND ') };
  return useList<Bookmark>({
    key: [SERVICE, 'search', 'bookmarks', query],
    read: async (bridge, marker) => {
      const offset = Number(marker ?? 0);
      const found = await callService(bridge, 'search', {
        query: {
          ...query,
          fields: `${fields},description`,
          type: 'web_link',
          sort: 'modified_at',
          limit: PAGE_SIZE,
          offset,
        },
      });
      const items = found.type === 'search_results_items' ? found.entries : found.entries.map(({ item }) => item);
      const next = offset + found.limit;
      return {
        entries: items.filter((item): item is Bookmark => item.type === 'web_link'),
        next: next < found.total_count && next <= FURTHEST ? String(next) : null,
      };
    },
  });
}
