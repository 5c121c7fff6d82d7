import { z } from 'zod';
import { item } from './item-collection.ts';

const page = { total_count: z.int(), limit: z.int(), offset: z.int() };

/** What a search found. `type` is what clients tell the two forms apart by. */
export const searchResultItems = z.object({
  ...page,
  type: z.literal('search_results_items'),
  entries: z.array(item),
});

/** The same, with what the person reached by a shared link lately. */
export const searchResultsWithSharedLinks = z.object({
  ...page,
  type: z.literal('search_results_with_shared_links'),
  entries: z.array(
    z.object({ type: z.literal('search_result'), item, accessible_via_shared_link: z.string().optional() }),
  ),
});

export const searchResults = z.union([searchResultItems, searchResultsWithSharedLinks]);
export type SearchResults = z.output<typeof searchResults>;

/** Where a search looks for words. `file_content` is accepted and finds nothing: contents are not indexed. */
export const searchContentTypes = ['name', 'description', 'file_content', 'comments', 'tags'] as const;
