import type { FullWebLink } from '../../../../contract/resources/items/web-link.ts';
import { say } from '../../../../contract/rules/say.ts';
import { writeScopes } from '../../../../contract/scopes.ts';
import { findItem } from '../../access/item-access.ts';
import { changeIn } from '../../change/change.ts';
import { treesOf } from '../../change/scope.ts';
import { Refusal } from '../../refusal.ts';
import { answerWebLink } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';
import { updateWithFavorite } from '../collections/update-with-favorite.ts';
import { guardOf, type ItemChanges } from '../items/item-changes.ts';
import { prepareLinkChange, type SharedLinkInput } from '../shared-links/prepare-link-change.ts';
import { restoreWebLink } from '../trash/restore-item.ts';

/** Input of `updateWebLink`. */
export interface UpdateWebLink extends Pick<ItemChanges, 'name' | 'parentId' | 'description' | 'url'> {
  readonly webLinkId: string;
  readonly ifMatch?: string | undefined;
  readonly sharedLink?: SharedLinkInput | undefined;
  readonly collectionIds?: readonly string[] | undefined;
}

/** The outcome: the same request updates a live web link and restores one from the trash. */
export interface UpdatedWebLink {
  readonly kind: 'updated' | 'restored';
  readonly webLink: FullWebLink;
}

/**
 * Renames, moves, describes or redirects a web link; one in the trash is restored instead, with `parentId` as its fallback
 * folder (interface 4.3).
 * @throws Refusal `insufficient_scope` for a restore by a token that is downscoped to update items.
 */
export async function updateWebLink(service: Service, caller: Caller, request: UpdateWebLink): Promise<UpdatedWebLink> {
  const { webLinkId, ifMatch, sharedLink, collectionIds, ...changes } = request;
  const isTrashed = await service.store.read(async (reads) => {
    const { item } = await findItem(reads, caller, 'web_link', webLinkId);
    return item.trashedAt !== null;
  });
  if (isTrashed) {
    requireRestoreScope(caller);
    const { name, parentId } = changes;
    const restore = { itemId: webLinkId, name, parentId, ifMatch };
    return { kind: 'restored', webLink: await restoreWebLink(service, caller, restore) };
  }
  const link = await prepareLinkChange(service, sharedLink);
  return changeIn(service, caller, treesOf(caller, webLinkId, changes.parentId), async (change) => {
    const guard = guardOf(ifMatch, { ...changes, sharedLink, collectionIds });
    const target = { kind: 'web_link' as const, itemId: webLinkId, ifMatch: guard };
    const view = await updateWithFavorite(change, target, { changes, link, collectionIds });
    return { kind: 'updated', webLink: await answerWebLink(service, change.tx, caller, view) };
  });
}

function requireRestoreScope({ scopes }: Caller): void {
  if (writeScopes.some((scope) => scopes.includes(scope))) return;
  const message = say`The access token needs one of the scopes ${writeScopes.join(', ')}.`;
  throw new Refusal('insufficient_scope', message);
}
