import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { byOffset, leftOutOf } from '../service/list-parts.ts';
import { callService, SERVICE } from '../service/service.ts';
import { type List, useList } from '../service/use-list.ts';
import { fieldsWithPath, type Item } from './item.ts';

/** The format keeps favourites in a collection of the person; an account without it has none. */
async function favouritesId(bridge: TandemBridge): Promise<string | null> {
  const { entries } = await callService(bridge, 'listCollections', {});
  return entries.find(({ collection_type: type }) => type === 'favorites')?.id ?? null;
}

/** The person's favourites, the latest addition first. */
export function useFavourites(): List<Item> {
  return useList<Item>({
    key: [SERVICE, 'listCollectionItems'],
    read: byOffset(async (bridge, offset) => {
      const id = await favouritesId(bridge);
      if (id === null) return { entries: [], total: 0, limit: 1 };
      const page = await callService(bridge, 'listCollectionItems', {
        params: { collection_id: id },
        query: { fields: fieldsWithPath, offset, limit: 100 },
      });
      return { entries: page.entries, total: page.total_count, limit: page.limit, leftOut: leftOutOf(page) };
    }),
  });
}

/** Adds an item to the favourites, or removes it. */
export async function setFavourite(bridge: TandemBridge, { type, id }: Item, isFavourite: boolean): Promise<void> {
  const favourites = isFavourite ? await favouritesId(bridge) : null;
  const body = { collections: favourites === null ? [] : [{ id: favourites }] };
  if (type === 'file') await callService(bridge, 'updateFile', { params: { file_id: id }, body });
  else if (type === 'folder') await callService(bridge, 'updateFolder', { params: { folder_id: id }, body });
  else await callService(bridge, 'updateWebLink', { params: { web_link_id: id }, body });
}
