import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { fields, type Item } from '../../state/item.ts';
import { callService, useService, useServiceList } from '../../state/service.ts';

/** How a list is sorted; folders always come first. */
export type Order = { readonly by: 'name' | 'date' | 'size'; readonly direction: 'ASC' | 'DESC' };

const PAGE_SIZE = 1000;

export type Listing = ReturnType<typeof useFolderItems>;

/** The entries of a folder in the order asked for, read on as a person scrolls. */
export function useFolderItems(folderId: string, { by, direction }: Order) {
  return useServiceList<Item>(['items', folderId, by, direction], async (bridge, offset) => {
    const page = await callService(bridge, 'listFolderItems', {
      params: { folder_id: folderId },
      query: { fields, limit: PAGE_SIZE, offset, sort: by, direction },
    });
    return { entries: page.entries, total: 'total_count' in page ? page.total_count : page.entries.length };
  });
}

export type Folder = ServiceAnswer<'getFolder'>;

/** The folder itself: its name, the folders above it, and what may be done in it. */
export function useFolder(folderId: string) {
  return useService('getFolder', {
    params: { folder_id: folderId },
    query: { fields: 'id,type,name,path_collection,permissions,parent', limit: 1 },
  });
}
