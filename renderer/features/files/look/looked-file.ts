import type { Item } from '../../../state/items/item.ts';

/** What Quick Look shows. */
export type LookedFile = Extract<Item, { type: 'file' }>;
