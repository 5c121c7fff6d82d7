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
    const view = await requireItem(reads, caller, 'folder', folderId, 'list');
    return page.form === 'offset'
      ? pageOfItems(service, reads, caller, view, page)
      : pageOfItemsAfter(service, reads, caller, view, page);
  });
}

type WithoutFields<Page> = Page extends unknown ? Omit<Page, 'fields'> : never;

/** A page with entries in mini form, as JSON in UTF-8. */
export async function listFolderItemsAsText(
  service: Service,
  caller: Caller,
  { folderId, page }: { readonly folderId: string; readonly page: WithoutFields<ListFolderItems['page']> },
): Promise<Uint8Array> {
  return service.store.read(async (reads) => {
    const view = await requireItem(reads, caller, 'folder', folderId, 'list');
    return page.form === 'offset'
      ? textOfItems(service, reads, caller, view, page)
      : textOfItemsAfter(service, reads, caller, view, page);
  });
}
