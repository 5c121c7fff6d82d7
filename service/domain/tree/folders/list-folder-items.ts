import type { ItemsByMarker, ItemsByOffset } from '../../../../contract/resources/items/item-collection.ts';
import { requireItem } from '../../access/item-access.ts';
import type { Caller, Service } from '../../service.ts';
import {
  type MarkerRequest,
  type OffsetRequest,
  pageOfItems,
  pageOfItemsAfter,
  textOfItems,
  textOfItemsAfter,
} from './page-of-items.ts';

/** Input of `listFolderItems`: the folder, and one of the two forms of paging. */
export interface ListFolderItems {
  readonly folderId: string;
  readonly page: ({ readonly form: 'offset' } & OffsetRequest) | ({ readonly form: 'marker' } & MarkerRequest);
}

/** Lists the items of a folder, folders first. */
export async function listFolderItems(
  service: Service,
  caller: Caller,
  { folderId, page }: ListFolderItems,
): Promise<ItemsByOffset | ItemsByMarker> {
  return service.store.read(async (reads) => {
    const listing = { service, reads, caller, view: await requireItem(reads, caller, 'folder', folderId, 'list') };
    return page.form === 'offset' ? pageOfItems(listing, page) : pageOfItemsAfter(listing, page);
  });
}

/** The same page as JSON in UTF-8, if its entries can be written as text; otherwise as it is. */
export async function listFolderItemsAsText(
  service: Service,
  caller: Caller,
  { folderId, page }: ListFolderItems,
): Promise<Uint8Array | ItemsByOffset | ItemsByMarker> {
  return service.store.read(async (reads) => {
    const listing = { service, reads, caller, view: await requireItem(reads, caller, 'folder', folderId, 'list') };
    return page.form === 'offset'
      ? ((await textOfItems(listing, page)) ?? pageOfItems(listing, page))
      : ((await textOfItemsAfter(listing, page)) ?? pageOfItemsAfter(listing, page));
  });
}
