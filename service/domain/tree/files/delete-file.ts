import { change } from '../../change/change.ts';
import type { Caller, Service } from '../../service.ts';
import { deleteItem } from '../items/delete-item.ts';

/** Input of `deleteFile`. */
export interface DeleteFile {
  readonly fileId: string;
  readonly ifMatch?: string | undefined;
}

/** Moves a file to the trash. */
export async function deleteFile(service: Service, caller: Caller, { fileId, ifMatch }: DeleteFile): Promise<void> {
  await change(service, caller, async (change) => {
    await deleteItem(change, { kind: 'file', itemId: fileId, ifMatch }, false);
  });
}
