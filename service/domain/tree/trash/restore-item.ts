import { rootFolderId } from '../../../../contract/resources/ids.ts';
import type { FullFile } from '../../../../contract/resources/items/file.ts';
import type { FullFolder } from '../../../../contract/resources/items/folder.ts';
import type { FullWebLink } from '../../../../contract/resources/items/web-link.ts';
import { nameKey } from '../../../../contract/rules/names.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { ItemKind, ItemRecord, ItemRecords } from '../../../ports/metadata/items/items.ts';
import { type ItemView, isOrganisedTop, isTrashed, requireItem, viewOfKind } from '../../access/item-access.ts';
import { type NameClaim, requireFreeName } from '../../access/names.ts';
import { canRemove } from '../../access/permissions/permission-flags.ts';
import { requireMatch } from '../../access/preconditions.ts';
import { type Change, changed, changeIn, emitItemEvent } from '../../change/change.ts';
import { namesOf } from '../../change/item-differences.ts';
import { type Place, parentOf, placeIn, sizedFolders } from '../../change/place.ts';
import { treesOf } from '../../change/scope.ts';
import { emitSharedBelow, sharesBelow } from '../../change/shared-below.ts';
import { together } from '../../kernel/work/together.ts';
import { Refusal } from '../../refusal.ts';
import { answerFile, answerFolder, answerWebLink } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';
import { requireTrashed } from './trashed-item.ts';

/** Input of a restore. `parentId` applies only if the former folder no longer exists or is itself in the trash. */
export interface RestoreItem {
  readonly itemId: string;
  readonly name?: string | undefined;
  readonly parentId?: string | undefined;
  /** The last etag that the caller saw, if it sent one. */
  readonly ifMatch?: string | undefined;
}

/** The shared link works again, but the response to a restore does not show it yet. */
const linkAsAnswered = { shared_link: null };

/**
 * Restores a file from the trash.
 * @throws Refusal `item_name_in_use`: restore it under another name instead.
 */
export async function restoreFile(service: Service, caller: Caller, request: RestoreItem): Promise<FullFile> {
  return changeIn(service, caller, treesOf(caller, request.itemId, request.parentId), async (change) => {
    const answer = await restoreItem(change, 'file', request, (view) => answerFile(service, change.tx, caller, view));
    return { ...answer, ...linkAsAnswered };
  });
}

/** Restores a folder and everything below it from the trash. */
export async function restoreFolder(service: Service, caller: Caller, request: RestoreItem): Promise<FullFolder> {
  return changeIn(service, caller, treesOf(caller, request.itemId, request.parentId), async (change) => {
    const answer = await restoreItem(change, 'folder', request, (view) =>
      answerFolder(service, change.tx, caller, view),
    );
    return { ...answer, ...linkAsAnswered };
  });
}

/** Restores a web link from the trash (interface 4.3). */
export async function restoreWebLink(service: Service, caller: Caller, request: RestoreItem): Promise<FullWebLink> {
  return changeIn(service, caller, treesOf(caller, request.itemId, request.parentId), async (change) => {
    const answer = await restoreItem(change, 'web_link', request, (view) =>
      answerWebLink(service, change.tx, caller, view),
    );
    return { ...answer, ...linkAsAnswered };
  });
}

/** Restores an item and answers with it, while its rows are written. */
async function restoreItem<Kind extends ItemKind, Answer>(
  change: Change,
  kind: Kind,
  request: RestoreItem,
  answerOf: (view: ItemView<ItemRecords[Kind]>) => Promise<Answer>,
): Promise<Answer> {
  const { tx, caller } = change;
  const before: ItemView = await requireTrashed(tx, caller, kind, request.itemId);
  requireRestorable(before);
  requireMatch(before.item, request.ifMatch);
  const { folder, ancestors, access } = await placeOf(change, before, request.parentId);
  const name = request.name ?? before.item.name;
  await requireFreeName(tx, { folder, name, kind, itemId: before.item.id });
  const item: ItemRecord = {
    ...changed(before.item, change),
    name,
    parentId: folder.id,
    trashedAt: null,
    trashedBy: null,
  };
  const [answer, shares] = await together([
    answerOf(viewOfKind({ item, ancestors, access }, kind)),
    sharesBelow(tx, item),
    tx.items.update(item, nameKey(name)),
    tx.items.addSize(sizedFolders(ancestors), item.sizeBytes),
    emitItemEvent(change, 'ITEM_UNDELETE_VIA_TRASH', item, ancestors, {
      ...namesOf(before.item, item),
      inTrash: before,
    }),
  ]);
  await emitSharedBelow(change, item, shares, 'ITEM_SYNC');
  return answer;
}

/** @throws Refusal for an editor's item that is itself shared with them: a caller who may not delete it may not undo that either. */
function requireRestorable(view: ItemView): void {
  if (canRemove({ role: view.access.role, isTop: isOrganisedTop(view), isRoot: false })) return;
  const message = say`Only the owner and co-owners can restore an item that is shared with you.`;
  throw new Refusal('access_denied_insufficient_permissions', message);
}

/** Where an item is restored to. */
interface RestorePlace extends Omit<Place, 'folder'> {
  readonly folder: NameClaim['folder'];
}

/** The former location; otherwise the given fallback; without one, the root of the owner. */
async function placeOf({ tx, caller }: Change, view: ItemView, fallbackId: string | undefined): Promise<RestorePlace> {
  const { item, ancestors, access } = view;
  // Its own place in the trash aside, an item is only as alive as the folders above it.
  if (!isTrashed({ item: { ...item, trashedAt: null }, ancestors })) {
    return { folder: parentOf(view), ancestors, access };
  }
  const place = placeIn(await requireItem(tx, caller, 'folder', fallbackId ?? rootFolderId, 'upload'));
  if (place.folder.ownerId === item.ownerId) return place;
  throw new Refusal(
    'forbidden',
    say`Its folder no longer exists. Send a folder of the same owner as "parent" to restore it there.`,
  );
}
