import { change } from '../change/change.ts';
import { deleteItem } from '../items/delete-item.ts';
import type { Caller, Service } from '../service.ts';

/** Input of `deleteFolder`. */
export interface DeleteFolder {
  readonly folderId: string;
  readonly recursive: boolean;
  readonly ifMatch?: string | undefined;
}

/** Moves a folder to the trash; a non-empty one only with `recursive`. */
export async function deleteFolder(service: Service, caller: Caller, request: DeleteFolder): Promise<void> {
  const { folderId, ifMatch, recursive } = request;
  await change(service, caller, async (change) => {
    await deleteItem(change, { kind: 'folder', itemId: folderId, ifMatch }, recursive);
  });
}
