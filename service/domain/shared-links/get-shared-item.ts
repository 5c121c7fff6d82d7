import type { Item } from '../../../contract/resources/item-collection.ts';
import { getFile } from '../files/get-file.ts';
import { getFolder } from '../folders/get-folder.ts';
import { assertNever, Refusal } from '../refusal.ts';
import type { Caller, Service } from '../service.ts';
import { getWebLink } from '../web-links/get-web-link.ts';

/** What `getSharedItem` is told. `items` is how many items of a shared folder its first page holds. */
export interface GetSharedItem {
  readonly ifNoneMatch?: string | undefined;
  readonly items?: { readonly limit: number } | undefined;
}

/** The item that the shared link of the request leads to; `not_modified` when the caller has seen this state of it. */
export async function getSharedItem(
  service: Service,
  caller: Caller,
  { ifNoneMatch, items }: GetSharedItem,
): Promise<Item | 'not_modified'> {
  const { sharedLink } = caller;
  const item = sharedLink && (await service.store.read((reads) => reads.items.get(sharedLink.itemId)));
  if (!item) throw linkNotFound();
  switch (item.kind) {
    case 'file':
      return getFile(service, caller, { fileId: item.id, ifNoneMatch });
    case 'folder':
      return getFolder(service, caller, { folderId: item.id, ifNoneMatch, items: items && { ...items, offset: 0 } });
    case 'web_link':
      return getWebLink(service, caller, { webLinkId: item.id, ifNoneMatch });
    default:
      return assertNever(item);
  }
}

/** The one answer to a link that does not exist, has ended, or is for others: they look alike. */
export function linkNotFound(): Refusal {
  return new Refusal(
    'not_found',
    'There is no such shared link, or it is not for you. Ask whoever sent it for a new one.',
  );
}
