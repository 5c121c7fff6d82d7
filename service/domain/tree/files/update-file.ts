import type { FullFile } from '../../../../contract/resources/items/file.ts';
import { changeIn } from '../../change/change.ts';
import { treesOf } from '../../change/scope.ts';
import { extendRetention } from '../../governance/retention/extend-retention.ts';
import { answerFile } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';
import { updateWithFavorite } from '../collections/update-with-favorite.ts';
import { guardOf, type ItemChanges } from '../items/item-changes.ts';
import { prepareLinkChange, type SharedLinkInput } from '../shared-links/prepare-link-change.ts';

/** Input of `updateFile`. */
export interface UpdateFile
  extends Pick<
    ItemChanges,
    'name' | 'parentId' | 'description' | 'tags' | 'lock' | 'contentCreatedAt' | 'contentModifiedAt'
  > {
  readonly fileId: string;
  readonly ifMatch?: string | undefined;
  readonly sharedLink?: SharedLinkInput | undefined;
  /** The caller's collections that should contain it. */
  readonly collectionIds?: readonly string[] | undefined;
  /** Postpones the disposition of a retained file; in milliseconds since the epoch. */
  readonly dispositionAt?: number | undefined;
}

/** Renames, moves, dates or describes a file. */
export async function updateFile(
  service: Service,
  caller: Caller,
  { fileId, ifMatch, sharedLink, collectionIds, dispositionAt, ...changes }: UpdateFile,
): Promise<FullFile> {
  const link = await prepareLinkChange(service, sharedLink);
  return changeIn(service, caller, treesOf(caller, fileId, changes.parentId), async (change) => {
    const guard = guardOf(ifMatch, { ...changes, sharedLink, collectionIds, dispositionAt });
    const target = { kind: 'file' as const, itemId: fileId, ifMatch: guard };
    const view = await updateWithFavorite(change, target, { changes, link, collectionIds });
    if (dispositionAt !== undefined) await extendRetention(change, view, dispositionAt);
    return answerFile(service, change.tx, caller, view);
  });
}
