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

/** Input of `createWebLink`. */
export interface CreateWebLink {
  readonly parentId: string;
  /** Absolute, http or https. */
  readonly url: string;
  /** The default name is the host of the URL. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/**
 * Creates a web link in a folder.
 * @throws Refusal `item_name_in_use` with the conflicting item.
 */
export async function createWebLink(service: Service, caller: Caller, request: CreateWebLink): Promise<FullWebLink> {
  return changeIn(service, caller, treesOf(caller, request.parentId), async (change) => {
    const place = placeIn(await requireItem(change.tx, caller, 'folder', request.parentId, 'upload'));
    const item = await newWebLink(change, place.folder, request);
    await requireFreeName(change.tx, { folder: place.folder, name: item.name, kind: item.kind });
    await change.tx.items.insert(item, nameKey(item.name));
    await emitItemEvent(change, 'ITEM_CREATE', item, place.ancestors);
    return answerWebLink(service, change.tx, caller, { ...place, item });
  });
}

async function newWebLink(
  { tx, now, caller }: Change,
  { id: parentId, ownerId }: FolderRecord,
  { url, name = new URL(url).hostname, description = '' }: CreateWebLink,
): Promise<WebLinkRecord> {
  const made = { id: await tx.allocateId(), ownerId, parentId, name, userId: caller.user.id, at: now };
  return { ...freshItem(made), kind: 'web_link', description, url };
}
