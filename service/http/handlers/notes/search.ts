import type { Search } from '../../../domain/notes/search/search.ts';
import { searchItems } from '../../../domain/notes/search/search-items.ts';
import { listRecentItems } from '../../../domain/streams/recent-items/list-recent-items.ts';
import type { Handlers } from '../../handlers.ts';

/** The fields to search by default. */
const allFields: Search['fields'] = ['name', 'description', 'tags', 'comments', 'content'];

/** Search by words and metadata, and recent items. */
export const searchHandlers = {
  async search({ query }, { service, caller }) {
    const { content_types: types, sort = 'relevance', offset = 0 } = query;
    const fields = types?.map((type) => (type === 'file_content' ? 'content' : type)) ?? allFields;
    const request = {
      query: query.query,
      metadata: query.mdfilters,
      scope: query.scope ?? 'user_content',
      fields,
      filters: {
        kind: query.type,
        extensions: query.file_extensions,
        createdAt: query.created_at_range,
        updatedAt: query.updated_at_range,
        size: query.size_range,
        ownerIds: query.owner_user_ids,
        updaterIds: query.recent_updater_user_ids,
      },
      ancestorIds: query.ancestor_folder_ids,
      trash: query.trash_content ?? 'non_trashed_only',
      deletedBy: query.deleted_user_ids,
      deletedAt: query.deleted_at_range,
      sort,
      direction: query.direction ?? 'DESC',
      offset,
      limit: query.limit,
      includesLinked: query.include_recent_shared_links ?? false,
    } as const;
    const { total, entries, linked } = await searchItems(service, caller, request, query.fields);
    const page = { total_count: total, limit: query.limit, offset };
    if (!query.include_recent_shared_links) {
      return { status: 200, body: { ...page, type: 'search_results_items', entries } };
    }
    const results = entries.map((item) => {
      const link = linked.get(item.id);
      return { type: 'search_result' as const, item, ...(link ? { accessible_via_shared_link: link.address } : {}) };
    });
    return { status: 200, body: { ...page, type: 'search_results_with_shared_links', entries: results } };
  },

  async listRecentItems({ query }, { service, caller }) {
    const { fields, marker, limit } = query;
    return { status: 200, body: await listRecentItems(service, caller, { fields, marker, limit }) };
  },
} satisfies Partial<Handlers>;
