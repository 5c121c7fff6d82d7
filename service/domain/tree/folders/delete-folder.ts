import { changeIn } from '../../change/change.ts';
import { treesOf } from '../../change/scope.ts';
import type { Caller, Service } from '../../service.ts';
import { deleteItem } from '../items/delete-item.ts';
import { requireNothingNew } from './nothing-new.ts';

/** Input of `deleteFolder`. */
export interface DeleteFolder {
  readonly folderId: string;
  readonly recursive: boolean;
  readonly ifMatch?: string | undefined;
  /** The caller's stream position: what happened below the folder since would be deleted unseen. */
  readonly knownTo?: string | undefined;
}

/** Moves a folder to the trash; a non-empty one only with `recursive`. */
export async function deleteFolder(service: Service, caller: Caller, request: DeleteFolder): Promise<void> {
  const { folderId, ifMatch, recursive, knownTo } = request;
  await changeIn(service, caller, treesOf(caller, folderId), async (change) => {
    if (knownTo !== undefined) await requireNothingNew(change, folderId, knownTo);
    await deleteItem(change, { kind: 'folder', itemId: folderId, ifMatch }, recursive);
  });
}
