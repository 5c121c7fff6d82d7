import type { FullFolder } from '../../../../contract/resources/items/folder.ts';
import { nameKey } from '../../../../contract/rules/names.ts';
import type { FolderRecord, SyncState } from '../../../ports/metadata/items/items.ts';
import { requireItem } from '../../access/item-access.ts';
import { requireFreeName } from '../../access/names.ts';
import { type Change, changeIn, emitItemEvent } from '../../change/change.ts';
import { freshFolder } from '../../change/contents/fresh-item.ts';
import { placeIn } from '../../change/place.ts';
import { treesOf } from '../../change/scope.ts';
import { together } from '../../kernel/work/together.ts';
import { answerFolder } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';

/** Input of `createFolder`. */
export interface CreateFolder {
  readonly parentId: string;
  readonly name: string;
  readonly syncState?: SyncState | undefined;
}

/**
 * Creates a folder in a folder.
 * @throws Refusal `item_name_in_use` with the conflicting item, so that a retry finds it.
 */
export async function createFolder(service: Service, caller: Caller, request: CreateFolder): Promise<FullFolder> {
  return changeIn(service, caller, treesOf(caller, request.parentId), async (change) => {
    const place = placeIn(await requireItem(change.tx, caller, 'folder', request.parentId, 'upload'));
    const [, item] = await together([
      requireFreeName(change.tx, { folder: place.folder, name: request.name, kind: 'folder' }),
      newFolder(change, place.folder, request),
    ]);
    await change.tx.items.insert(item, nameKey(item.name));
    const [folder] = await together([
      answerFolder(service, change.tx, caller, { ...place, item }),
      emitItemEvent(change, 'ITEM_CREATE', item, place.ancestors),
    ]);
    return folder;
  });
}

async function newFolder(
  { tx, now, caller }: Change,
  { id: parentId, ownerId }: FolderRecord,
  { name, syncState = 'synced' }: CreateFolder,
): Promise<FolderRecord> {
  const made = { id: await tx.allocateId(), ownerId, parentId, name, userId: caller.user.id, at: now };
  return { ...freshFolder(made), syncState };
}
