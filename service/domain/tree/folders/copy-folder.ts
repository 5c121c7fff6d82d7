import type { FullFolder } from '../../../../contract/resources/items/folder.ts';
import { nameKey } from '../../../../contract/rules/names.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { TreeOutline } from '../../../ports/metadata/items/item-trees.ts';
import type { FolderRecord } from '../../../ports/metadata/items/items.ts';
import { downloadRefusal } from '../../access/locks.ts';
import { requireFreeName } from '../../access/names.ts';
import { requireRoom } from '../../access/room.ts';
import { type Change, changeIn, emitItemEvent } from '../../change/change.ts';
import { sizedFolders } from '../../change/place.ts';
import { treesOf } from '../../change/scope.ts';
import { surroundingsOf } from '../../change/surroundings.ts';
import { together } from '../../kernel/work/together.ts';
import { copyInstances } from '../../notes/metadata/copy-instances.ts';
import { itemWords } from '../../notes/search/item-words.ts';
import { Refusal } from '../../refusal.ts';
import { answerFolder } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';
import { copyFields, type PermittedCopy, requireCopy, snapshotOf } from '../items/copy-item.ts';

/** Input of `copyFolder`. */
export interface CopyFolder {
  readonly folderId: string;
  readonly parentId: string;
  readonly name?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/**
 * Copies a folder and everything below it into another folder. The copies share content with the originals; each copied file starts with
 * one version. A single event announces the top of the copy.
 */
export async function copyFolder(
  service: Service,
  caller: Caller,
  { folderId, ...request }: CopyFolder,
): Promise<FullFolder | 'not_modified'> {
  return changeIn(service, caller, treesOf(caller, folderId, request.parentId), async (change) => {
    const { tx } = change;
    const copy = await requireCopy(change, 'folder', { itemId: folderId, ...request });
    if (copy === 'not_modified') return copy;
    const { original, place } = copy;
    const tree = await requireTree(change, copy);
    const [copies, surroundings, instances] = await together([
      tx.trees.numberCopies(tree.ids),
      surroundingsOf(change, place, [original.item, ...original.ancestors]),
      tx.instances.listOfItems(tree.ids),
    ]);
    const item = topOf(change, copy, copies);
    const [folder] = await together([
      answerFolder(service, tx, caller, { ...place, item }),
      writeTree(change, copy, item, { copies, bytes: tree.bytes }),
    ]);
    await copyInstances(change, instances, copies, item.ownerId);
    await emitItemEvent(change, 'ITEM_COPY', item, place.ancestors, { copiedFrom: snapshotOf(original), surroundings });
    return folder;
  });
}

/** Checks the name, the size, the locks and the space of a copy. */
async function requireTree(change: Change, { original, place, name }: PermittedCopy<'folder'>): Promise<TreeOutline> {
  const { tx, service } = change;
  const { item } = original;
  const most = service.settings.treeItems;
  const [, tree, lockedFiles, room] = await together([
    requireFreeName(tx, { folder: place.folder, name, kind: 'folder' }),
    tx.trees.outline(item.id, most + 1),
    tx.trees.lockedFiles(item.id),
    tx.users.roomOf(place.folder.ownerId),
  ]);
  if (tree.ids.length > most) {
    const message = say`"${item.name}" contains more than ${most} items, the limit of one copy. Copy its folders one by one.`;
    throw new Refusal('operation_limit_exceeded', message);
  }
  for (const locked of lockedFiles) {
    const refusal = downloadRefusal(locked, change);
    if (refusal !== null) throw refusal;
  }
  requireRoom(room, tree.bytes);
  return tree;
}

function topOf(change: Change, copy: PermittedCopy<'folder'>, copies: ReadonlyMap<string, string>): FolderRecord {
  const { item } = copy.original;
  const id = copies.get(item.id);
  if (id === undefined) throw new Error(`The folder ${item.id} has no copy.`);
  return { ...item, ...copyFields(change, copy, id) };
}

/** The ids of copies by those of their originals, and the bytes of their content. */
interface NumberedTree {
  readonly copies: ReadonlyMap<string, string>;
  readonly bytes: number;
}

async function writeTree(
  { tx, now, termStart, caller }: Change,
  { original, place }: PermittedCopy<'folder'>,
  item: FolderRecord,
  { copies, bytes }: NumberedTree,
): Promise<void> {
  const { id: createdBy, name: uploaderDisplayName } = caller.user;
  const top = { parentId: place.folder.id, ownerId: item.ownerId, name: item.name, nameKey: nameKey(item.name) };
  await together([
    tx.trees.copy({
      folderId: original.item.id,
      copies,
      ...top,
      words: itemWords(item),
      above: { folderIds: sizedFolders(place.ancestors), bytes },
      createdBy,
      createdAt: now,
      versionsCreatedAt: termStart,
      uploaderDisplayName,
    }),
    tx.users.addSpaceUsed(item.ownerId, bytes),
  ]);
}
