import type { ItemCursor, ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { PurgedFolderRecord } from '../../../ports/metadata/upkeep/purges.ts';
import type { MetadataWrites } from '../../../ports/metadata-store.ts';
import { ownedBy } from '../../change/scope.ts';
import { type OneByOne, oneByOne } from '../../kernel/work/one-by-one.ts';
import type { Service } from '../../service.ts';
import { type Content, filesAmong, removeContent, versionsAtOnce } from './purge-item.ts';
import { keptAmong } from './removable.ts';

/** Maximum items removed per transaction, so that other changes need not wait long. */
const batch = 200;

/**
 * Purges the content of permanently deleted folders in batches; subfolders join the list. It can be interrupted at any point and
 * resumes there. Items that have since been held or retained stay, invisible, until nothing keeps them; their folder leaves the list until
 * then. Returns how many items were removed.
 */
export async function finishPurges(service: Service): Promise<number> {
  let removed = 0;
  // A folder that joins the list may sort before its parent.
  for (;;) {
    const folders = oneByOne();
    const more = await passOver(service, folders);
    removed += more;
    if (more > 0) continue;
    folders.end();
    return removed;
  }
}

async function passOver(service: Service, folders: OneByOne): Promise<number> {
  let removed = 0;
  for (let after = '0'; ; ) {
    const folder = await service.store.read(async (reads) => reads.purges.next(after));
    if (!folder) return removed;
    await folders.attempt(async () => {
      removed += await emptyFolder(service, folder);
      return true;
    });
    after = folder.folderId;
  }
}

async function emptyFolder(service: Service, folder: PurgedFolderRecord): Promise<number> {
  let removed = 0;
  for (let after: ItemCursor | null = null; ; ) {
    const step = await service.store.transaction(
      (tx) => removeSome(service, tx, folder.folderId, after),
      ownedBy(folder.ownerId),
    );
    removed += step.removed;
    if (step.isOver) return removed;
    // Items that have to stay remain at the front, so the next step starts after them.
    after = step.after;
  }
}

interface Step {
  readonly removed: number;
  readonly after: ItemCursor | null;
  readonly isOver: boolean;
}

async function removeSome(
  service: Service,
  tx: MetadataWrites,
  folderId: string,
  after: ItemCursor | null,
): Promise<Step> {
  const folder = await tx.purges.get(folderId);
  if (folder === null) return { removed: 0, after, isOver: true };
  // The account may have been transferred since the step before.
  const { ownerId } = folder;
  await tx.requireTrees([ownerId]);
  const query = { folderId, alsoItems: [] };
  const items = await tx.items.listChildrenAfter(query, { sort: 'id', direction: 'ASC', after, limit: batch });
  const { content, decided } = await removableOf(service, tx, items);
  const folders = content.items.filter(({ kind }) => kind === 'folder');
  await removeContent({ tx, now: service.clock.now() }, ownerId, content);
  await tx.purges.add(folders.map(({ id }) => ({ folderId: id, ownerId })));
  const last = items[decided - 1];
  const isDone = decided === items.length && items.length < batch && !(await tx.purges.hasMore(folderId));
  if (isDone) await tx.purges.done(folderId);
  return {
    removed: content.items.length,
    after: last ? tx.items.cursorOf(last, 'id') : after,
    isOver: isDone || items.length === 0,
  };
}

/**
 * The first items that may be removed, with as many versions as one transaction takes, and how many items that decides about, including those
 * that have to stay. If the first one alone has more versions, it loses the oldest now and goes with the last.
 */
async function removableOf(
  service: Service,
  tx: MetadataWrites,
  items: readonly ItemRecord[],
): Promise<{ readonly content: Content; readonly decided: number }> {
  const files = filesAmong(items);
  const kept = await keptAmong({ tx, service }, await tx.trees.governedVersions(files));
  const counts = await tx.versions.countOfFiles(files.filter((id) => !kept.has(id)));
  let versions = 0;
  const end = items.findIndex(({ id }) => {
    versions += counts.get(id) ?? 0;
    return versions > versionsAtOnce;
  });
  const first = items[0];
  if (end === 0 && first) {
    return { content: { items: [], versions: await tx.versions.listOldest(first.id, versionsAtOnce) }, decided: 0 };
  }
  const decided = end === -1 ? items.length : end;
  const going = items.slice(0, decided).filter(({ id }) => !kept.has(id));
  return { content: { items: going, versions: await tx.versions.listOfFiles(filesAmong(going)) }, decided };
}
