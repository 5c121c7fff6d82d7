import { nameKey } from '../../../../contract/names.ts';
import { rootFolderId } from '../../../../contract/resources/ids.ts';
import type { FullFile } from '../../../../contract/resources/items/file.ts';
import type { FullFolder } from '../../../../contract/resources/items/folder.ts';
import type { FullWebLink } from '../../../../contract/resources/items/web-link.ts';
import type { ItemKind, ItemRecord, ItemRecords } from '../../../ports/metadata/items/items.ts';
import { type ItemView, isTrashed, requireItem, viewOfKind } from '../../access/item-access.ts';
import { requireFreeName } from '../../access/names.ts';
import { type Change, changed, changeIn, emitItemEvent } from '../../change/change.ts';
import { type Place, placeIn, sizedFolders } from '../../change/place.ts';
import { treesOf } from '../../change/scope.ts';
import { emitSharedBelow } from '../../change/shared-below.ts';
import { Refusal } from '../../refusal.ts';
import { answerFile, answerFolder, answerWebLink } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';
import { requireTrashed } from './trashed-item.ts';

/** Input of a restore. `parentId` applies only if the former folder no longer exists or is itself in the trash. */
export interface RestoreItem {
  readonly itemId: string;
  readonly name?: string | undefined;
  readonly parentId?: string | undefined;
}

/** The shared link works again, but the response to a restore does not show it yet (service-decisions.md A3). */
const linkAsAnswered = { shared_link: null };

/**
 * Restores a file from the trash.
 * @throws Refusal `item_name_in_use`: restore it under another name instead.
 */
export async function restoreFile(service: Service, caller: Caller, request: RestoreItem): Promise<FullFile> {
  return changeIn(service, caller, treesOf(caller, request.itemId, request.parentId), async (change) => {
    const view = await restoreItem(change, 'file', request);
    return { ...(await answerFile(service, change.tx, caller, view)), ...linkAsAnswered };
  });
}

/** Restores a folder and everything below it from the trash. */
export async function restoreFolder(service: Service, caller: Caller, request: RestoreItem): Promise<FullFolder> {
  return changeIn(service, caller, treesOf(caller, request.itemId, request.parentId), async (change) => {
    const view = await restoreItem(change, 'folder', request);
    return { ...(await answerFolder(service, change.tx, caller, view)), ...linkAsAnswered };
  });
}

/** Restores a web link from the trash (service-api.md 4.3). */
export async function restoreWebLink(service: Service, caller: Caller, request: RestoreItem): Promise<FullWebLink> {
  return changeIn(service, caller, treesOf(caller, request.itemId, request.parentId), async (change) => {
    const view = await restoreItem(change, 'web_link', request);
    return { ...(await answerWebLink(service, change.tx, caller, view)), ...linkAsAnswered };
  });
}

async function restoreItem<Kind extends ItemKind>(
  change: Change,
  kind: Kind,
  request: RestoreItem,
): Promise<ItemView<ItemRecords[Kind]>> {
  const view = await requireTrashed(change.tx, change.caller, kind, request.itemId);
  return viewOfKind(await restoredView(change, view, request), kind);
}

async function restoredView(change: Change, view: ItemView, request: RestoreItem): Promise<ItemView> {
  const { tx } = change;
  const place = await placeOf(change, view, request.parentId);
  const name = request.name ?? view.item.name;
  await requireFreeName(tx, { folder: place.folder, name, kind: view.item.kind, itemId: view.item.id });
  const item: ItemRecord = {
    ...changed(view.item, change),
    name,
    parentId: place.folder.id,
    trashedAt: null,
    trashedBy: null,
  };
  await tx.items.update(item, nameKey(name));
  await tx.items.addSize(sizedFolders(place.ancestors), item.sizeBytes);
  await emitItemEvent(change, 'ITEM_UNDELETE_VIA_TRASH', item, place.ancestors);
  await emitSharedBelow(change, item, 'ITEM_SYNC');
  return { item, ancestors: place.ancestors, access: place.access };
}

/** The former location; otherwise the given fallback; without one, the root of the owner. */
async function placeOf({ tx, caller }: Change, view: ItemView, fallbackId: string | undefined): Promise<Place> {
  const parent = view.item.parentId === null ? null : await tx.items.get(view.item.parentId);
  if (parent?.kind === 'folder' && !isTrashed({ item: parent, ancestors: view.ancestors })) {
    return { folder: parent, ancestors: view.ancestors, access: view.access };
  }
  const place = placeIn(await requireItem(tx, caller, 'folder', fallbackId ?? rootFolderId, 'upload'));
  if (place.folder.ownerId === view.item.ownerId) return place;
  throw new Refusal(
    'forbidden',
    'Its folder no longer exists. Send a folder of the same owner as "parent" to restore it there.',
  );
}
