import { fieldsWithPath, type Item } from '../../../state/items/item.ts';
import { queryOf } from '../../../state/items/search-query.ts';
import { leftOutOf } from '../../../state/service/list-parts.ts';
import { callService, SERVICE } from '../../../state/service/service.ts';
import { type List, useList } from '../../../state/service/use-list.ts';

/** Search scope: below the current folder, or all accessible items. */
export const searchPlaces = ['folder', 'everywhere'] as const;
export type SearchPlace = (typeof searchPlaces)[number];

const PAGE_SIZE = 200;
/** The service's maximum offset. */
const FURTHEST = 10_000;

/** Searches name, description, tags and comments; without a word there is no query. */
export function useSearch(word: string, place: SearchPlace, folderId: string, isWhole: boolean): List<Item> {
  const query = queryOf(word);
  const within = place === 'everywhere' || folderId === '0' ? {} : { ancestor_folder_ids: folderId };
  return useList<Item>({
    key: [SERVICE, 'search', 'items', query, within],
    read: async (bridge, marker) => {
      const offset = Number(marker ?? 0);
      const found = await callService(bridge, 'search', {
        query: { query, fields: fieldsWithPath, limit: PAGE_SIZE, offset, ...within },
      });
      const entries = found.type === 'search_results_items' ? found.entries : found.entries.map(({ item }) => item);
      const next = offset + found.limit;
      const hasMore = next < found.total_count && next <= FURTHEST;
      return { entries, next: hasMore ? String(next) : null, leftOut: leftOutOf(found) };
    },
    isWanted: query !== '',
    isWhole,
  });
}
