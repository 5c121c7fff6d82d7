import { nameKey } from '../../../contract/names.ts';
import type { FullFile } from '../../../contract/resources/file.ts';
import type { FullFolder } from '../../../contract/resources/folder.ts';
import { rootFolderId } from '../../../contract/resources/ids.ts';
import type { FullWebLink } from '../../../contract/resources/web-link.ts';
import type { ItemKind, ItemRecord, ItemRecords } from '../../ports/metadata/items.ts';
import { type ItemView, isTrashed, requireItem, viewOfKind } from '../access/item-access.ts';
import { requireFreeName } from '../access/names.ts';
import { type Change, change, changed, emitItemEvent } from '../change/change.ts';
import { type Place, placeIn, sizedFolders } from '../change/place.ts';
import { emitSharedBelow } from '../change/shared-below.ts';
import { Refusal } from '../refusal.ts';
import { answerFile, answerFolder, answerWebLink } from '../representation/present.ts';
import type { Caller, Service } from '../service.ts';
import { requireTrashed } from './trashed-item.ts';

/** What a restore is told. `parentId` is used only when the folder it was in is gone or is itself in the trash. */
export interface RestoreItem {
  readonly itemId: string;
  readonly name?: string | undefined;
  readonly parentId?: string | undefined;
}

/** The shared link works again, but the answer to a restore does not show it yet (service-decisions.md A3). */
const linkAsAnswered = { shared_link: null };

/** Takes a file out of the trash. @throws Refusal `item_name_in_use`: restore it under another name then. */
export async function restoreFile(service: Service, caller: Caller, request: RestoreItem): Promise<FullFile> {
  return change(service, caller, async (change) => {
    const view = await restoreItem(change, 'file', request);
    return { ...(await answerFile(service, change.tx, caller, view)), ...linkAsAnswered };
  });
}

/** Takes a folder with all that is below it out of the trash. */
export async function restoreFolder(service: Service, caller: Caller, request: RestoreItem): Promise<FullFolder> {
  return change(service, caller, async (change) => {
    const view = await restoreItem(change, 'folder', request);
    return { ...(await answerFolder(service, change.tx, caller, view)), ...linkAsAnswered };
  });
}

/** Takes a web link out of the trash (service-api.md 4.3). */
export async function restoreWebLink(service: Service, caller: Caller, request: RestoreItem): Promise<FullWebLink> {
  return change(service, caller, async (change) => {
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

/** Where it was; if that is gone, the fallback that was named; without one, the root of its owner. */
async function placeOf({ tx, caller }: Change, view: ItemView, fallbackId: string | undefined): Promise<Place> {
  const parent = view.item.parentId === null ? null : await tx.items.get(view.item.parentId);
  if (parent?.kind === 'folder' && !isTrashed({ item: parent, ancestors: view.ancestors })) {
    return { folder: parent, ancestors: view.ancestors, access: view.access };
  }
  const place = placeIn(await requireItem(tx, caller, 'folder', fallbackId ?? rootFolderId, 'upload'));
  if (place.folder.ownerId === view.item.ownerId) return place;
  throw new Refusal('forbidden', 'Its folder is gone. Name a folder of the same owner as "parent" to restore it into.');
}
