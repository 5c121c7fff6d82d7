import type { FullFolder } from '../../../contract/resources/folder.ts';
import { change } from '../change/change.ts';
import type { ItemChanges } from '../items/update-item.ts';
import { answerFolder } from '../representation/present.ts';
import type { Caller, Service } from '../service.ts';
import { type LinkWish, prepareLinkChange } from '../shared-links/prepare-link-change.ts';
import { updateItemAndLink } from '../shared-links/update-item-and-link.ts';

/** What `updateFolder` is told. */
export interface UpdateFolder extends Omit<ItemChanges, 'contentCreatedAt' | 'contentModifiedAt' | 'url'> {
  readonly folderId: string;
  readonly ifMatch?: string | undefined;
  readonly sharedLink?: LinkWish | undefined;
}

/** Renames, moves or describes a folder. */
export async function updateFolder(
  service: Service,
  caller: Caller,
  { folderId, ifMatch, sharedLink, ...changes }: UpdateFolder,
): Promise<FullFolder> {
  const link = await prepareLinkChange(service, sharedLink);
  return change(service, caller, async (change) => {
    const view = await updateItemAndLink(change, { kind: 'folder', itemId: folderId, ifMatch }, changes, link);
    return answerFolder(service, change.tx, caller, view);
  });
}
