import type { FullFile } from '../../../../contract/resources/items/file.ts';
import type { FullFolder } from '../../../../contract/resources/items/folder.ts';
import type { FullWebLink } from '../../../../contract/resources/items/web-link.ts';
import { answerFile, answerFolder, answerWebLink } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';
import { requireTrashed } from './trashed-item.ts';

/** A file that was itself moved to the trash. */
export async function getTrashedFile(service: Service, caller: Caller, fileId: string): Promise<FullFile> {
  return service.store.read(async (reads) => {
    const view = await requireTrashed(reads, caller, 'file', fileId);
    return answerFile(service, reads, caller, view);
  });
}

/** A folder that was itself moved to the trash. */
export async function getTrashedFolder(service: Service, caller: Caller, folderId: string): Promise<FullFolder> {
  return service.store.read(async (reads) => {
    const view = await requireTrashed(reads, caller, 'folder', folderId);
    return answerFolder(service, reads, caller, view);
  });
}

/** A web link that was itself moved to the trash. */
export async function getTrashedWebLink(service: Service, caller: Caller, webLinkId: string): Promise<FullWebLink> {
  return service.store.read(async (reads) => {
    const view = await requireTrashed(reads, caller, 'web_link', webLinkId);
    return answerWebLink(service, reads, caller, view);
  });
}
