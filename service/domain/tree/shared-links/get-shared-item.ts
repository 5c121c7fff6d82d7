import type { Item } from '../../../../contract/resources/items/item-collection.ts';
import { say } from '../../../../contract/rules/say.ts';
import { assertNever, Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { getFile } from '../files/get-file.ts';
import { getFolder } from '../folders/get-folder.ts';
import { getWebLink } from '../web-links/get-web-link.ts';

/** Input of `getSharedItem`. `items` is the size of a shared folder's first page. */
export interface GetSharedItem {
  readonly ifNoneMatch?: string | undefined;
  readonly items?: { readonly limit: number } | undefined;
}

/** The item of the request's shared link; `not_modified` if the caller has seen this state of it. */
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

/** The same refusal for a link that does not exist, has expired or is for others, so that they are indistinguishable. */
export function linkNotFound(): Refusal {
  return new Refusal(
    'not_found',
    say`This shared link does not exist or is not for you. Ask the person who sent it for a new one.`,
  );
}
