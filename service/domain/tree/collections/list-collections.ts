import type { Collection } from '../../../../contract/resources/items/collection.ts';
import type { Item } from '../../../../contract/resources/items/item-collection.ts';
import type { OffsetPage } from '../../../../contract/resources/paging.ts';
import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { accessTo, type ItemView, isTrashed } from '../../access/item-access.ts';
import { answerViews } from '../../representation/items/present-views.ts';
import type { Caller, Service } from '../../service.ts';
import { favoritesOf, requireFavorites } from './favorites.ts';

/** The caller's collections: only the Favorites. */
export async function listCollections(
  _service: Service,
  caller: Caller,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<OffsetPage<Collection>> {
  return { total_count: 1, offset, limit, entries: [favoritesOf(caller)].slice(offset, offset + limit) };
}

/** One of the caller's collections. */
export async function getCollection(_service: Service, caller: Caller, collectionId: string): Promise<Collection> {
  requireFavorites(caller, collectionId);
  return favoritesOf(caller);
}

/** Input of `listCollectionItems`. */
export interface ListCollectionItems {
  readonly collectionId: string;
  readonly offset: number;
  readonly limit: number;
  readonly fields: readonly string[] | undefined;
}

/**
 * Lists the items of a collection, most recently added first. Those that the caller can no longer see are left out before pages are cut and
 * counted: many clients continue behind the entries that they got, not behind the limit.
 */
export async function listCollectionItems(
  service: Service,
  caller: Caller,
  { collectionId, offset, limit, fields }: ListCollectionItems,
): Promise<OffsetPage<Item>> {
  requireFavorites(caller, collectionId);
  return service.store.read(async (reads) => {
    const visible = await liveViews(reads, caller, await reads.favorites.list(caller.user.id));
    const views = visible.slice(offset, offset + limit);
    const entries = await answerViews(service, reads, caller, views, { fields, whenAbsent: 'mini' });
    return { total_count: visible.length, offset, limit, entries };
  });
}

async function liveViews(
  reads: MetadataReads,
  caller: Caller,
  items: readonly ItemRecord[],
): Promise<readonly ItemView[]> {
  const views: ItemView[] = [];
  for (const item of items) {
    const ancestors = await reads.items.ancestors(item);
    const access = await accessTo(reads, caller, item, ancestors);
    if (access && !isTrashed({ item, ancestors })) views.push({ item, ancestors, access });
  }
  return views;
}
