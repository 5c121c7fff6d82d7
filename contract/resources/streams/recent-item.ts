import { z } from 'zod';
import { dateTime } from '../ids.ts';
import { item } from '../items/item-collection.ts';
import { markerPage } from '../paging.ts';

/** Kinds of interactions with an item. */
const interactionTypes = ['item_preview', 'item_upload', 'item_comment', 'item_open', 'item_modify'] as const;
export type InteractionType = (typeof interactionTypes)[number];

/** Recent item. `interaction_shared_link` is the link that the user came through. */
export const recentItem = z.object({
  type: z.literal('recent_item'),
  item,
  interaction_type: z.enum(interactionTypes),
  interacted_at: dateTime,
  interaction_shared_link: z.string().optional(),
});
export type RecentItem = z.output<typeof recentItem>;

export const recentItems = markerPage(recentItem);
