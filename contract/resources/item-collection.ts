import { z } from 'zod';
import { file } from './file.ts';
import { folder, folderStandardFields } from './folder.ts';
import { markerPage, offsetPage, order } from './paging.ts';
import { webLink } from './web-link.ts';

/** An item in a list: a file, a folder or a web link, told apart by `type`. */
export const item = z.discriminatedUnion('type', [file, folder, webLink]);
export type Item = z.output<typeof item>;

/** A page of items by offset, with the order that it was made in. */
export const itemsByOffset = offsetPage(item).extend({ order: z.array(order).optional() });
export type ItemsByOffset = z.output<typeof itemsByOffset>;

/** A page of items by marker. */
export const itemsByMarker = markerPage(item);
export type ItemsByMarker = z.output<typeof itemsByMarker>;

/** A page of items in either form; `total_count` is there in the offset form only. */
export const items = z.union([itemsByOffset, itemsByMarker]);
export type Items = z.output<typeof items>;

/** A folder as `GET /folders/{id}` answers it: with the first page of its items, unless `fields` left it out. */
export const folderWithItems = folder.extend({ item_collection: itemsByOffset.optional() });
export type FolderWithItems = z.output<typeof folderWithItems>;

/** What a shared link leads to. */
export const sharedItem = z.discriminatedUnion('type', [file, folderWithItems, webLink]);
export type SharedItem = z.output<typeof sharedItem>;

export const folderWithItemsStandardFields = [...folderStandardFields, 'item_collection'];
