import type { FullWebLink } from '../../../../contract/resources/items/web-link.ts';
import { nameKey } from '../../../../contract/rules/names.ts';
import type { FolderRecord, WebLinkRecord } from '../../../ports/metadata/items/items.ts';
import { requireItem } from '../../access/item-access.ts';
import { requireFreeName } from '../../access/names.ts';
import { type Change, changeIn, emitItemEvent } from '../../change/change.ts';
import { freshItem } from '../../change/contents/fresh-item.ts';
import { placeIn } from '../../change/place.ts';
import { treesOf } from '../../change/scope.ts';
import { answerWebLink } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';
import { acceptableName, freeNameIn } from '../items/submitted-name.ts';

/** Input of `createWebLink`. */
export interface CreateWebLink {
  readonly parentId: string;
  /** Absolute, http or https. */
  readonly url: string;
  /** The default name is the host of the URL, with a number if the folder contains it already. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/**
 * Creates a web link in a folder.
 * @throws Refusal `item_name_in_use` with the conflicting item, for a name that the caller chose.
 */
export async function createWebLink(service: Service, caller: Caller, request: CreateWebLink): Promise<FullWebLink> {
  return changeIn(service, caller, treesOf(caller, request.parentId), async (change) => {
    const place = placeIn(await requireItem(change.tx, caller, 'folder', request.parentId, 'upload'));
    const name = await nameIn(change, place.folder, request);
    const item = await newWebLink(change, place.folder, { ...request, name });
    await change.tx.items.insert(item, nameKey(item.name));
    await emitItemEvent(change, 'ITEM_CREATE', item, place.ancestors);
    return answerWebLink(service, change.tx, caller, { ...place, item });
  });
}

async function nameIn({ service, tx }: Change, folder: FolderRecord, { url, name }: CreateWebLink): Promise<string> {
  const kind = 'web_link' as const;
  if (name === undefined) {
    const wanted = acceptableName(new URL(url).hostname, 'link');
    return freeNameIn(tx, { folder, name: wanted, kind }, () => service.ids.hex(4));
  }
  await requireFreeName(tx, { folder, name, kind });
  return name;
}

async function newWebLink(
  { tx, now, caller }: Change,
  { id: parentId, ownerId }: FolderRecord,
  { url, name, description = '' }: CreateWebLink & { readonly name: string },
): Promise<WebLinkRecord> {
  const made = { id: await tx.allocateId(), ownerId, parentId, name, userId: caller.user.id, at: now };
  return { ...freshItem(made), kind: 'web_link', description, url };
}
