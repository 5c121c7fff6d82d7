import { fields, type Item } from '../../state/item.ts';
import { callService } from '../../state/service.ts';
import { type ServicePages, useServicePages } from '../../state/service-pages.ts';

/** Where words are looked for: below the folder shown, or in everything that the person may see. */
export type SearchPlace = 'folder' | 'everywhere';

const PAGE_SIZE = 200;
/** The service lets nobody look further. */
const FURTHEST = 10_000;

/** What the service finds by name, description, tags and comments; nothing is asked without a word. */
export function useSearch(word: string, place: SearchPlace, folderId: string): ServicePages<Item> {
  const query = queryOf(word);
  const within = place === 'everywhere' || folderId === '0' ? {} : { ancestor_folder_ids: folderId };
  return useServicePages<Item>(
    ['search', query, within],
    async (bridge, marker) => {
      const offset = Number(marker ?? 0);
      const found = await callService(bridge, 'search', {
        query: { query, fields, limit: PAGE_SIZE, offset, ...within },
      });
      const entries = found.type === 'search_results_items' ? found.entries : found.entries.map(({ item }) => item);
      const next = offset + found.limit;
      return { entries, next: next < found.total_count && next <= FURTHEST ? String(next) : null };
    },
    query !== '',
  );
}

/**
 * What a person means by several words is all of them; the service would take any. Whoever writes operators or quotes has said it
 * exactly.
 */
export function queryOf(word: string): string {
  const words = word.trim().split(/\s+/).filter(Boolean);
  const isExact = word.includes('"') || words.some((one) => one === 'AND' || one === 'OR' || one === 'NOT');
  return isExact ? word.trim() : words.join(' AND ');
}
