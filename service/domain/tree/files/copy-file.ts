import type { FullFile } from '../../../../contract/resources/items/file.ts';
import { changeIn } from '../../change/change.ts';
import { treesOf } from '../../change/scope.ts';
import { answerFile } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';
import { copyItem } from '../items/copy-item.ts';

/** Input of `copyFile`. */
export interface CopyFile {
  readonly fileId: string;
  readonly parentId: string;
  readonly name?: string | undefined;
  readonly versionId?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** Copies a file, or one of its versions, into a folder; the copy keeps the content and its dates. */
export async function copyFile(
  service: Service,
  caller: Caller,
  { fileId, ...request }: CopyFile,
): Promise<FullFile | 'not_modified'> {
  return changeIn(service, caller, treesOf(caller, fileId, request.parentId), async (change) => {
    const view = await copyItem(change, { kind: 'file', itemId: fileId, ...request });
    if (view === 'not_modified') return view;
    return answerFile(service, change.tx, caller, view);
  });
}
