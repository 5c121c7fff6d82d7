import { change } from '../change/change.ts';
import { deleteItem } from '../items/delete-item.ts';
import type { Caller, Service } from '../service.ts';

/** What `deleteFolder` is told. */
export interface DeleteFolder {
  readonly folderId: string;
  readonly recursive: boolean;
  readonly ifMatch?: string | undefined;
}

/** Moves a folder to the trash; one that is not empty only when `recursive`. */
export async function deleteFolder(service: Service, caller: Caller, request: DeleteFolder): Promise<void> {
  const { folderId, ifMatch, recursive } = request;
  await change(service, caller, async (change) => {
    await deleteItem(change, { kind: 'folder', itemId: folderId, ifMatch }, recursive);
  });
}
