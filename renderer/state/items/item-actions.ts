import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { callService } from '../service/service.ts';
import type { Item } from './item.ts';

/** Actions on an item of any type. Each sends the displayed etag, so that concurrent changes are not overwritten. */

type Change = { readonly name?: string; readonly parent?: { readonly id: string } };

const headersOf = ({ etag }: Item): { 'if-match'?: string } =>
  etag === null || etag === undefined ? {} : { 'if-match': etag };

/** Renames, moves, or both. */
export async function place(bridge: TandemBridge, item: Item, body: Change): Promise<void> {
  const headers = headersOf(item);
  switch (item.type) {
    case 'file':
      await callService(bridge, 'updateFile', { params: { file_id: item.id }, headers, body });
      return;
    case 'folder':
      await callService(bridge, 'updateFolder', { params: { folder_id: item.id }, headers, body });
      return;
    case 'web_link':
      await callService(bridge, 'updateWebLink', { params: { web_link_id: item.id }, headers, body });
  }
}

/** Puts a copy into a folder. The format has no copy of a web link. */
export async function copyInto(bridge: TandemBridge, item: Item, folderId: string): Promise<void> {
  const body = { parent: { id: folderId } };
  if (item.type === 'file') await callService(bridge, 'copyFile', { params: { file_id: item.id }, body });
  if (item.type === 'folder') await callService(bridge, 'copyFolder', { params: { folder_id: item.id }, body });
}

/** Moves an item to the service's trash; a folder with everything below it. */
export async function trash(bridge: TandemBridge, item: Item): Promise<void> {
  const headers = headersOf(item);
  switch (item.type) {
    case 'file':
      await callService(bridge, 'deleteFile', { params: { file_id: item.id }, headers });
      return;
    case 'folder':
      await callService(bridge, 'deleteFolder', {
        params: { folder_id: item.id },
        query: { recursive: true },
        headers,
      });
      return;
    case 'web_link':
      await callService(bridge, 'deleteWebLink', { params: { web_link_id: item.id }, headers });
  }
}

/** The folder of a restored item. */
export type Place = { readonly id: string; readonly name: string };

/** Restores an item from the service's trash to its original folder, or to the top folder if that is gone. It keeps its id. */
export async function restore(bridge: TandemBridge, item: Item): Promise<Place> {
  const body = { parent: { id: '0' } };
  const query = { fields: 'type,id,parent' };
  switch (item.type) {
    case 'file':
      return placeOf(await callService(bridge, 'restoreFile', { params: { file_id: item.id }, query, body }));
    case 'folder':
      return placeOf(await callService(bridge, 'restoreFolder', { params: { folder_id: item.id }, query, body }));
    case 'web_link':
      return placeOf(await callService(bridge, 'restoreWebLink', { params: { web_link_id: item.id }, query, body }));
  }
}

/** Items without a visible parent are at the top. */
const placeOf = ({ parent }: Pick<Item, 'parent'>): Place => parent ?? { id: '0', name: '' };

/** Permanently deletes an item from the trash, with all versions and everything below it. */
export async function purge(bridge: TandemBridge, item: Item): Promise<void> {
  switch (item.type) {
    case 'file':
      await callService(bridge, 'purgeFile', { params: { file_id: item.id } });
      return;
    case 'folder':
      await callService(bridge, 'purgeFolder', { params: { folder_id: item.id } });
      return;
    case 'web_link':
      await callService(bridge, 'purgeWebLink', { params: { web_link_id: item.id } });
  }
}
