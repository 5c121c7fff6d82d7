import { z } from 'zod';
import { markerPage, offsetPage, order } from '../paging.ts';
import { file } from './file.ts';
import { folder, folderStandardFields } from './folder.ts';
import { webLink } from './web-link.ts';

/** An item in a list: a file, a folder or a web link, distinguished by `type`. */
export const item = z.discriminatedUnion('type', [file, folder, webLink]);
export type Item = z.output<typeof item>;

/** A page of items by offset, with its sort order. */
export const itemsByOffset = offsetPage(item).extend({ order: z.array(order).optional() });
export type ItemsByOffset = z.output<typeof itemsByOffset>;

/** A page of items by marker. */
export const itemsByMarker = markerPage(item);
export type ItemsByMarker = z.output<typeof itemsByMarker>;

/** A page of items in either form; only the offset form has `total_count`. */
export const items = z.union([itemsByOffset, itemsByMarker]);

/** A folder as `GET /folders/{id}` returns it: with the first page of its items, unless `fields` omits it. */
export const folderWithItems = folder.extend({ item_collection: itemsByOffset.optional() });

/** The item of a shared link. */
export const sharedItem = z.discriminatedUnion('type', [file, folderWithItems, webLink]);

export const folderWithItemsStandardFields = [...folderStandardFields, 'item_collection'];
