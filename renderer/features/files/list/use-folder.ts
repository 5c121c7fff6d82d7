import { z } from 'zod';
import type { ServiceAnswer, ServiceRequest } from '../../../../preload/ipc/service-calls.ts';
import { fields, type Item } from '../../../state/items/item.ts';
import { leftOutOf } from '../../../state/service/list-parts.ts';
import { callService, SERVICE, useService } from '../../../state/service/service.ts';
import { type List, useList } from '../../../state/service/use-list.ts';

/** How a list is sorted; folders always come first. */
export const listOrder = z.object({ by: z.enum(['name', 'date', 'size']), direction: z.enum(['ASC', 'DESC']) });
export type Order = Readonly<z.output<typeof listOrder>>;

const PAGE_SIZE = 1000;

/** The sorted entries of a folder, loaded while scrolling. Uses markers, so there is no limit. */
export function useFolderItems(folderId: string, { by, direction }: Order, isWhole: boolean): List<Item> {
  return useList<Item>({
    key: [SERVICE, 'listFolderItems', folderId, by, direction],
    read: async (bridge, marker) => {
      const page = await callService(bridge, 'listFolderItems', {
        params: { folder_id: folderId },
        query: {
          fields,
          limit: PAGE_SIZE,
          usemarker: true,
          sort: by,
          direction,
          ...(marker === null ? {} : { marker }),
        },
      });
      const next = ('next_marker' in page ? page.next_marker : null) ?? null;
      return { entries: page.entries, next, leftOut: leftOutOf(page) };
    },
    isWhole,
  });
}

type FolderAnswer = ServiceAnswer<'getFolder'>;
type Totals = 'size' | 'item_collection';
export type Folder = Omit<FolderAnswer, Totals>;

/** The folder itself: name, parent folders and permissions. The same object until one of these changes, since its totals change often. */
export const useFolder = (folderId: string): { readonly data: Folder | undefined } =>
  useService('getFolder', folderRequest(folderId), withoutTotals);

/** Size and number of entries of a folder; null: no folder. */
export const useFolderTotals = (folderId: string | null): Pick<FolderAnswer, Totals> | undefined =>
  useService('getFolder', folderId === null ? null : folderRequest(folderId), totalsOf).data;

const folderRequest = (folderId: string): ServiceRequest<'getFolder'> => ({
  params: { folder_id: folderId },
  query: { fields: 'id,type,name,size,path_collection,permissions,parent,item_collection', limit: 1 },
});

const withoutTotals = ({ size: _size, item_collection: _entries, ...folder }: FolderAnswer): Folder => folder;
const totalsOf = ({ size, item_collection }: FolderAnswer): Pick<FolderAnswer, Totals> => ({ size, item_collection });
