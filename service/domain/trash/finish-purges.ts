import type { ItemCursor, ItemRecord } from '../../ports/metadata/items.ts';
import type { PurgedFolderRecord } from '../../ports/metadata/purges.ts';
import type { MetadataWrites } from '../../ports/metadata-store.ts';
import type { Service } from '../service.ts';
import { type Content, removeContent } from './purge-item.ts';
import { whatKeeps } from './removable.ts';

/** How many items one transaction removes, so that people need not wait long for theirs. */
const batch = 200;

/**
 * Removes what lies below the folders that were deleted for good, some items at a time; folders among them join the list. It can
 * break off anywhere and goes on where it was. What a hold or a retention has got hold of meanwhile stays, unseen, until
 * nothing keeps it. Tells how many items went.
 */
export async function finishPurges(service: Service): Promise<number> {
  let removed = 0;
  // A folder that joins the list may stand before the one that it was in.
  for (let more = await passOver(service); more > 0; more = await passOver(service)) removed += more;
  return removed;
}

async function passOver(service: Service): Promise<number> {
  let removed = 0;
  for (let after = '0'; ; ) {
    const folder = await service.store.read(async (reads) => reads.purges.next(after));
    if (!folder) return removed;
    removed += await emptyFolder(service, folder);
    after = folder.folderId;
  }
}

async function emptyFolder(service: Service, folder: PurgedFolderRecord): Promise<number> {
  let removed = 0;
  for (let after: ItemCursor | null = null; ; ) {
    const step = await service.store.transaction((tx) => removeSome(service, tx, folder, after));
    removed += step.removed;
    if (step.isEmpty) return removed;
    // What is kept stays in front: the next step begins behind it.
    after = step.last;
    if (after === null) return removed;
  }
}

interface Step {
  readonly removed: number;
  readonly last: ItemCursor | null;
  readonly isEmpty: boolean;
}

async function removeSome(
  service: Service,
  tx: MetadataWrites,
  { folderId, ownerId }: PurgedFolderRecord,
  after: ItemCursor | null,
): Promise<Step> {
  const query = { folderId, alsoItemIds: [] };
  const items = await tx.items.listChildrenAfter(query, { sort: 'id', direction: 'ASC', after, limit: batch });
  const content = await removableOf(service, tx, items);
  const folders = content.items.filter(({ kind }) => kind === 'folder');
  await removeContent({ tx, now: service.clock.now() }, ownerId, content);
  await tx.purges.add(folders.map(({ id }) => ({ folderId: id, ownerId })));
  const last = items.at(-1);
  const isEmpty = items.length < batch && (await tx.items.countChildren(query)) === 0;
  if (isEmpty) await tx.purges.done(folderId);
  return { removed: content.items.length, last: last ? tx.items.cursorOf(last, 'id') : null, isEmpty };
}

/** Those of the items that may go, with their versions. As a rule nothing keeps any of them, and one question tells. */
async function removableOf(service: Service, tx: MetadataWrites, items: readonly ItemRecord[]): Promise<Content> {
  const versions = await tx.versions.listOfFiles(items.filter(({ kind }) => kind === 'file').map(({ id }) => id));
  const moment = { tx, now: service.clock.now() };
  if ((await whatKeeps(moment, versions)) === null) return { items, versions };
  const kept = new Set<string>();
  for (const item of items) {
    const own = versions.filter(({ fileId }) => fileId === item.id);
    if ((await whatKeeps(moment, own)) !== null) kept.add(item.id);
  }
  return {
    items: items.filter(({ id }) => !kept.has(id)),
    versions: versions.filter(({ fileId }) => !kept.has(fileId)),
  };
}
