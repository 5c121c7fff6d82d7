import type { FullFolder } from '../../../../contract/resources/items/folder.ts';
import { changeIn } from '../../change/change.ts';
import { treesOf } from '../../change/scope.ts';
import { answerFolder } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';
import { updateWithFavorite } from '../collections/update-with-favorite.ts';
import { guardOf, type ItemChanges } from '../items/item-changes.ts';
import { prepareLinkChange, type SharedLinkInput } from '../shared-links/prepare-link-change.ts';

/** Input of `updateFolder`. */
export interface UpdateFolder extends Omit<ItemChanges, 'contentCreatedAt' | 'contentModifiedAt' | 'lock' | 'url'> {
  readonly folderId: string;
  readonly ifMatch?: string | undefined;
  readonly sharedLink?: SharedLinkInput | undefined;
  /** The caller's collections that should contain it. */
  readonly collectionIds?: readonly string[] | undefined;
}

/** Renames, moves or describes a folder. */
export async function updateFolder(
  service: Service,
  caller: Caller,
  { folderId, ifMatch, sharedLink, collectionIds, ...changes }: UpdateFolder,
): Promise<FullFolder> {
  const link = await prepareLinkChange(service, sharedLink);
  return changeIn(service, caller, treesOf(caller, folderId, changes.parentId), async (change) => {
    const guard = guardOf(ifMatch, { ...changes, sharedLink, collectionIds });
    const target = { kind: 'folder' as const, itemId: folderId, ifMatch: guard };
    const view = await updateWithFavorite(change, target, { changes, link, collectionIds });
    return answerFolder(service, change.tx, caller, view);
  });
}
