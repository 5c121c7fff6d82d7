import type { Collection } from '../../../../contract/resources/items/collection.ts';
import type { Item } from '../../../../contract/resources/items/item-collection.ts';
import type { OffsetPage } from '../../../../contract/resources/paging.ts';
import type { FavoriteOutline, FolderOutline } from '../../../ports/metadata/items/favorites.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { accessTo, type ItemView, isTrashed } from '../../access/item-access.ts';
import { openedBy } from '../../access/shared-with.ts';
import { together } from '../../kernel/work/together.ts';
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
    const ids = await visibleIds(reads, caller);
    const views = await viewsOf(reads, caller, ids.slice(offset, offset + limit));
    const entries = await answerViews(service, reads, caller, views, { fields, whenAbsent: 'mini' });
    return { total_count: ids.length, limit, offset, entries };
  });
}

/**
 * The favorites that the caller can see. An offset and the count depend on all of them, so this reads little of each, and the folders above
 * all of them at once.
 */
async function visibleIds(reads: MetadataReads, { user }: Caller): Promise<readonly string[]> {
  const [favorites, folders, opened] = await together([
    reads.favorites.list(user.id),
    reads.favorites.foldersAbove(user.id),
    openedBy(reads, user),
  ]);
  const openedIds = new Set(opened);
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const isVisible = (item: FavoriteOutline) => {
    const ancestors = pathTo(item, byId);
    if (isTrashed({ item, ancestors })) return false;
    return item.ownerId === user.id || [...ancestors, item].some(({ id }) => openedIds.has(id));
  };
  return favorites.filter(isVisible).map(({ id }) => id);
}

/** The folders above an item, from the root down. */
function pathTo({ parentId }: FavoriteOutline, byId: ReadonlyMap<string, FolderOutline>): readonly FolderOutline[] {
  const upwards: FolderOutline[] = [];
  for (let next = byId.get(parentId ?? ''); next; next = byId.get(next.parentId ?? '')) upwards.push(next);
  return upwards.reverse();
}

/** The items of a page in its order, each with the caller's access. */
async function viewsOf(reads: MetadataReads, caller: Caller, ids: readonly string[]): Promise<readonly ItemView[]> {
  const items = new Map((await reads.items.getMany(ids)).map((item) => [item.id, item]));
  const views = await together(
    ids.map(async (id) => {
      const item = items.get(id);
      const ancestors = item ? await reads.items.ancestors(item) : [];
      const access = item && (await accessTo(reads, caller, item, ancestors));
      return item && access ? { item, ancestors, access } : null;
    }),
  );
  return views.filter((view) => view !== null);
}
