import type { FullFile } from '../../../contract/resources/file.ts';
import type { FullFolder } from '../../../contract/resources/folder.ts';
import { asFileView, asFolderView } from '../items/update-item.ts';
import { answerFile, answerFolder } from '../representation/present.ts';
import type { Caller, Service } from '../service.ts';
import { requireTrashed } from './trashed-item.ts';

/** A file that was itself moved to the trash. */
export async function getTrashedFile(service: Service, caller: Caller, fileId: string): Promise<FullFile> {
  return service.store.read(async (reads) => {
    const view = await requireTrashed(reads, caller, 'file', fileId);
    return answerFile(service, reads, caller, asFileView(view));
  });
}

/** A folder that was itself moved to the trash. */
export async function getTrashedFolder(service: Service, caller: Caller, folderId: string): Promise<FullFolder> {
  return service.store.read(async (reads) => {
    const view = await requireTrashed(reads, caller, 'folder', folderId);
    return answerFolder(service, reads, caller, asFolderView(view));
  });
}
