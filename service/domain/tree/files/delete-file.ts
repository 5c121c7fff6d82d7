import { changeIn } from '../../change/change.ts';
import { treesOf } from '../../change/scope.ts';
import type { Caller, Service } from '../../service.ts';
import { deleteItem } from '../items/delete-item.ts';

/** Input of `deleteFile`. */
export interface DeleteFile {
  readonly fileId: string;
  readonly ifMatch?: string | undefined;
}

/** Moves a file to the trash. */
export async function deleteFile(service: Service, caller: Caller, { fileId, ifMatch }: DeleteFile): Promise<void> {
  await changeIn(service, caller, treesOf(caller, fileId), async (change) => {
    await deleteItem(change, { kind: 'file', itemId: fileId, ifMatch }, false);
  });
}
