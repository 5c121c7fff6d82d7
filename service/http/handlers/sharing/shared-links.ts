import { limits } from '../../../../contract/rules/limits.ts';
import { getSharedItem } from '../../../domain/tree/shared-links/get-shared-item.ts';
import { shownItem } from '../../answers/shown-item.ts';
import type { Handlers } from '../../handlers.ts';

/** The items behind shared links. */
export const sharedLinkHandlers = {
  async getSharedItem({ query, headers }, { service, caller }) {
    const showsItems = query.fields === undefined || query.fields.includes('item_collection');
    const item = await getSharedItem(service, caller, {
      ifNoneMatch: headers['if-none-match'],
      items: showsItems ? { limit: limits.defaultPageLimit } : undefined,
    });
    if (item === 'not_modified') return { status: 304 };
    return { status: 200, body: await shownItem(item, query.fields, { service, caller }) };
  },
} satisfies Partial<Handlers>;
