import type { FullFolder } from '../../../../contract/resources/items/folder.ts';
import { changeIn } from '../../change/change.ts';
import { treesOf } from '../../change/scope.ts';
import { answerFolder } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';
import { copyItem } from '../items/copy-item.ts';

/** Input of `copyFolder`. */
export interface CopyFolder {
  readonly folderId: string;
  readonly parentId: string;
  readonly name?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** Copies a folder and everything below it into another folder. */
export async function copyFolder(
  service: Service,
  caller: Caller,
  { folderId, ...request }: CopyFolder,
): Promise<FullFolder | 'not_modified'> {
  return changeIn(service, caller, treesOf(caller, folderId, request.parentId), async (change) => {
    const view = await copyItem(change, { kind: 'folder', itemId: folderId, ...request });
    if (view === 'not_modified') return view;
    return answerFolder(service, change.tx, caller, view);
  });
}
