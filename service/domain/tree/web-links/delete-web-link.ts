import { changeIn } from '../../change/change.ts';
import { treesOf } from '../../change/scope.ts';
import type { Caller, Service } from '../../service.ts';
import { deleteItem } from '../items/delete-item.ts';

/** Input of `deleteWebLink`. */
export interface DeleteWebLink {
  readonly webLinkId: string;
  readonly ifMatch?: string | undefined;
}

/** Moves a web link to the trash. */
export async function deleteWebLink(service: Service, caller: Caller, request: DeleteWebLink): Promise<void> {
  const { webLinkId, ifMatch } = request;
  await changeIn(service, caller, treesOf(caller, webLinkId), async (change) => {
    await deleteItem(change, { kind: 'web_link', itemId: webLinkId, ifMatch }, false);
  });
}
