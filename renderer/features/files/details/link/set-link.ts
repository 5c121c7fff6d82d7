import type { ServiceRequest } from '../../../../../preload/ipc/service-calls.ts';
import type { TandemBridge } from '../../../../../preload/ipc/transport/bridge.ts';
import type { Item } from '../../../../state/items/item.ts';
import { callService } from '../../../../state/service/service.ts';

export type SharedLink = NonNullable<Item['shared_link']>;

/** A change of a link; null removes it. */
export type LinkRequest = NonNullable<ServiceRequest<'updateWebLink'>['body']>['shared_link'];

/** Least access first: a new link grants access to no one new until the person changes it. */
export const newLink: LinkRequest = { access: 'collaborators' };

/** Creates, changes or (null) removes the shared link of an item, and returns it as it is then. */
export async function setLink(bridge: TandemBridge, item: Item, link: LinkRequest): Promise<SharedLink | null> {
  return (await sendLink(bridge, item, link)).shared_link ?? null;
}

function sendLink(bridge: TandemBridge, { id, type }: Item, link: LinkRequest): Promise<Pick<Item, 'shared_link'>> {
  const body = { shared_link: link };
  switch (type) {
    case 'file':
      return callService(bridge, 'updateFile', { params: { file_id: id }, body });
    case 'folder':
      return callService(bridge, 'updateFolder', { params: { folder_id: id }, body });
    case 'web_link':
      return callService(bridge, 'updateWebLink', { params: { web_link_id: id }, body });
  }
}
