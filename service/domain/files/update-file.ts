import type { FullFile } from '../../../contract/resources/file.ts';
import { change } from '../change/change.ts';
import { type ItemChanges, updateItem } from '../items/update-item.ts';
import { answerFile } from '../representation/present.ts';
import type { Caller, Service } from '../service.ts';

/** What `updateFile` is told. */
export interface UpdateFile extends Omit<ItemChanges, 'syncState' | 'url'> {
  readonly fileId: string;
  readonly ifMatch?: string | undefined;
}

/** Renames, moves, dates or describes a file. */
export async function updateFile(
  service: Service,
  caller: Caller,
  { fileId, ifMatch, ...changes }: UpdateFile,
): Promise<FullFile> {
  return change(service, caller, async (change) => {
    const view = await updateItem(change, { kind: 'file', itemId: fileId, ifMatch }, changes);
    return answerFile(service, change.tx, caller, view);
  });
}
