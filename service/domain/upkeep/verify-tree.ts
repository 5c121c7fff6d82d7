import type { FileRecord, ItemRecord } from '../../ports/metadata/items/items.ts';
import type { MetadataReads, MetadataStore } from '../../ports/metadata-store.ts';
import { filesAmong } from '../tree/trash/purge-item.ts';
import type { StoreFault } from './store-fault.ts';

/** Items, or users, per read: each read is one consistent state. */
const batch = 500;

/**
 * Compares items with each other, in portions, since no constraint of the database does: each item is in a folder, each file has its current
 * version, and the sizes of folders and the space of their owners add up.
 */
export async function treeFaults(store: MetadataStore): Promise<readonly StoreFault[]> {
  const ofItems = await inPortions((after) =>
    store.read(async (reads) => {
      const page = await reads.items.listBehind(after ?? '0', batch);
      const faults = [
        ...(await missingFolders(reads, page)),
        ...(await missingVersions(reads, page)),
        ...(await wrongSizes(reads, page)),
      ];
      return { faults, last: page.length < batch ? null : (page.at(-1)?.id ?? null) };
    }),
  );
  const ofUsers = await inPortions((afterId) => store.read((reads) => wrongSpaces(reads, afterId)));
  return [...ofItems, ...ofUsers];
}

interface Portion {
  readonly faults: readonly StoreFault[];
  /** The id after which the next portion starts; null if this was the last one. */
  readonly last: string | null;
}

async function inPortions(portion: (after: string | null) => Promise<Portion>): Promise<readonly StoreFault[]> {
  const all: StoreFault[] = [];
  for (let after: string | null = null; ; ) {
    const { faults, last }: Portion = await portion(after);
    all.push(...faults);
    if (last === null) return all;
    after = last;
  }
}

/** A folder may be missing only for items in the trash, and for content that is being purged or is kept from that. */
async function missingFolders(reads: MetadataReads, page: readonly ItemRecord[]): Promise<readonly StoreFault[]> {
  const placed = page.flatMap((item) =>
    item.parentId === null || item.trashedAt !== null ? [] : [{ item, folderId: item.parentId }],
  );
  const parents = await reads.items.getMany([...new Set(placed.map(({ folderId }) => folderId))]);
  const folders = new Set(parents.filter(({ kind }) => kind === 'folder').map(({ id }) => id));
  const homeless = placed.filter(({ folderId }) => !folders.has(folderId));
  const kept = await reads.trees.governedVersions(filesAmong(homeless.map(({ item }) => item)));
  const known = new Set(kept.map(({ fileId }) => fileId));
  const faults: StoreFault[] = [];
  for (const { item, folderId } of homeless) {
    if (known.has(item.id) || (await reads.purges.get(folderId)) !== null) continue;
    const remedy = `update item set trashed_at = ${reads.now()}, trashed_by = owner_id where id = ${item.id}`;
    const message = `Item ${item.id} is unreachable: its folder ${folderId} is missing from the database. Restore a backup that has the folder. Or stop the service and run: ${remedy}; Then user ${item.ownerId} can restore the item from the trash.`;
    faults.push({ kind: 'missing_folder', itemId: item.id, folderId, message });
  }
  return faults;
}

async function missingVersions(reads: MetadataReads, page: readonly ItemRecord[]): Promise<readonly StoreFault[]> {
  const files = page.filter((item): item is FileRecord => item.kind === 'file');
  const found = await reads.versions.getMany(files.map(({ versionId }) => versionId));
  const fileOf = new Map(found.map(({ id, fileId }) => [id, fileId]));
  const lacking = files.filter(({ id, versionId }) => fileOf.get(versionId) !== id);
  return lacking.map(({ id }) => ({ kind: 'missing_version', fileId: id }));
}

async function wrongSizes(reads: MetadataReads, page: readonly ItemRecord[]): Promise<readonly StoreFault[]> {
  const folders = page.filter(({ kind }) => kind === 'folder');
  const found = await reads.trees.bytesIn(folders.map(({ id }) => id));
  return folders.flatMap(({ id, sizeBytes }): StoreFault[] => {
    const bytes = found.get(id) ?? 0;
    if (bytes === sizeBytes) return [];
    const remedy = `update item set size = ${bytes} where id = ${id}`;
    const message = `Folder ${id} has a size of ${sizeBytes} bytes, but the items in it have ${bytes} bytes. Stop the service and run: ${remedy}; Then verify again: the folder above it may need the same.`;
    return [{ kind: 'wrong_folder_size', folderId: id, message }];
  });
}

async function wrongSpaces(reads: MetadataReads, afterId: string | null): Promise<Portion> {
  const everyone = { prefix: '', externalAppUserId: null };
  const users = await reads.users.page(everyone, { form: 'after', afterId, limit: batch });
  const faults: StoreFault[] = [];
  for (const { id, login, spaceUsedBytes } of users) {
    const bytes = await reads.trees.versionBytesOf(id);
    if (bytes === spaceUsedBytes) continue;
    const remedy = `update "user" set space_used = ${bytes} where id = ${id}`;
    const message = `User ${id} (${login}) uses ${spaceUsedBytes} bytes of space, but all versions of this user's files have ${bytes} bytes. Stop the service and run: ${remedy};`;
    faults.push({ kind: 'wrong_space_used', userId: id, message });
  }
  return { faults, last: users.length < batch ? null : (users.at(-1)?.id ?? null) };
}
