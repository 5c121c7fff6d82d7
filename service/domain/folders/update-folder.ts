import type { FullFolder } from '../../../contract/resources/folder.ts';
import { change } from '../change/change.ts';
import { type ItemChanges, updateItem } from '../items/update-item.ts';
import { answerFolder } from '../representation/present.ts';
import type { Caller, Service } from '../service.ts';

/** What `updateFolder` is told. */
export interface UpdateFolder extends Omit<ItemChanges, 'contentCreatedAt' | 'contentModifiedAt' | 'url'> {
  readonly folderId: string;
  readonly ifMatch?: string | undefined;
}

/** Renames, moves or describes a folder. */
export async function updateFolder(
  service: Service,
  caller: Caller,
  { folderId, ifMatch, ...changes }: UpdateFolder,
): Promise<FullFolder> {
  return change(service, caller, async (change) => {
    const view = await updateItem(change, { kind: 'folder', itemId: folderId, ifMatch }, changes);
    return answerFolder(service, change.tx, caller, view);
  });
}
