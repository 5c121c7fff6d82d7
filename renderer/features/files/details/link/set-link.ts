import type { ServiceRequest } from '../../../../../preload/ipc/service-calls.ts';
import type { TandemBridge } from '../../../../../preload/ipc/transport/bridge.ts';
import type { Item } from '../../../../state/items/item.ts';
import { callService } from '../../../../state/service/service.ts';

export type SharedLink = NonNullable<Item['shared_link']>;

/** A change of a link; null removes it. */
export type LinkRequest = NonNullable<ServiceRequest<'updateWebLink'>['body']>['shared_link'];

/** Least access first: a new link grants access to no one new until the person changes it. */
export const newLink: LinkRequest = { access: 'collaborators' };

/** Creates, changes or (null) removes the shared link of an item. */
export async function setLink(bridge: TandemBridge, item: Item, link: LinkRequest): Promise<void> {
  const body = { shared_link: link };
  switch (item.type) {
    case 'file':
      await callService(bridge, 'updateFile', { params: { file_id: item.id }, body });
      return;
    case 'folder':
      await callService(bridge, 'updateFolder', { params: { folder_id: item.id }, body });
      return;
    case 'web_link':
      await callService(bridge, 'updateWebLink', { params: { web_link_id: item.id }, body });
  }
}
