import { z } from 'zod';
import { item } from '../items/item-collection.ts';

const page = { total_count: z.int(), limit: z.int(), offset: z.int() };

/** The results of a search. Clients distinguish the two forms by `type`. */
const searchResultItems = z.object({
  ...page,
  type: z.literal('search_results_items'),
  entries: z.array(item),
});

/** The same, with items that the user recently reached through a shared link. */
const searchResultsWithSharedLinks = z.object({
  ...page,
  type: z.literal('search_results_with_shared_links'),
  entries: z.array(
    z.object({ type: z.literal('search_result'), item, accessible_via_shared_link: z.string().optional() }),
  ),
});

export const searchResults = z.union([searchResultItems, searchResultsWithSharedLinks]);

/** The fields to search. `file_content` is what the current content of a file says, for callers who may preview it. */
export const searchContentTypes = ['name', 'description', 'file_content', 'comments', 'tags'] as const;
