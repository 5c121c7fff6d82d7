import type { FullFolder } from '../../../../contract/resources/items/folder.ts';
import type { ItemsByOffset } from '../../../../contract/resources/items/item-collection.ts';
import { requireItem } from '../../access/item-access.ts';
import { isUnchanged } from '../../access/preconditions.ts';
import { together } from '../../kernel/work/together.ts';
import { answerFolder } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';
import { type ItemOrder, pageOfItems } from './page-of-items.ts';

/** Input of `getFolder`. Without `items` the page of items is not read. */
export interface GetFolder {
  readonly folderId: string;
  readonly ifNoneMatch?: string | undefined;
  /** Leaves out the fields that are returned only if a request names them. */
  readonly isStandard?: boolean | undefined;
  readonly items?: (ItemOrder & { readonly offset: number; readonly limit: number }) | undefined;
}

/** A folder with the first page of its items in mini form; `not_modified` if the caller has seen this state of it. */
export async function getFolder(
  service: Service,
  caller: Caller,
  request: GetFolder,
): Promise<(FullFolder & { item_collection?: ItemsByOffset }) | 'not_modified'> {
  return service.store.read(async (reads) => {
    const view = await requireItem(reads, caller, 'folder', request.folderId, 'list');
    if (view.item.parentId !== null && isUnchanged(view.item, request.ifNoneMatch)) return 'not_modified' as const;
    const [folder, item_collection] = await together([
      answerFolder(service, reads, caller, view, request),
      request.items && pageOfItems({ service, reads, caller, view }, { ...request.items, fields: undefined }),
    ]);
    return item_collection === undefined ? folder : { ...folder, item_collection };
  });
}
