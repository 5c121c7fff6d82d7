import type { AncestorRecord, ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { Range } from '../../../ports/metadata/notes/search-candidates.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { accessTo, type ItemView, isGone, isTrashed } from '../../access/item-access.ts';
import type { Caller, SharedLinkPass } from '../../service.ts';
import { isWithin } from './filters.ts';

/** Restrictions on where items may be. */
export interface Whereabouts {
  /** Below one of these folders; null for anywhere. */
  readonly ancestorIds: readonly string[] | null;
  readonly trash: 'non_trashed_only' | 'trashed_only' | 'all_items';
  readonly deletedBy?: readonly string[] | undefined;
  readonly deletedAt?: Range | undefined;
  /** Items shared with the caller, along with everything below them; null: everything in the enterprise. */
  readonly sharedIds: ReadonlySet<string> | null;
  /** Items that the caller may reach through a shared link outside this request. */
  readonly linked: ReadonlyMap<string, { readonly pass: SharedLinkPass }>;
}

/** The items among these that the caller may see and that are in a searched location. */
export async function visibleItems(
  reads: MetadataReads,
  caller: Caller,
  items: readonly ItemRecord[],
  where: Whereabouts,
): Promise<readonly ItemView[]> {
  const paths = new Map<string, readonly AncestorRecord[]>();
  const views: ItemView[] = [];
  for (const item of items) {
    const key = item.parentId ?? '';
    const ancestors = paths.get(key) ?? (await reads.items.ancestors(item));
    paths.set(key, ancestors);
    if (!isThere(item, ancestors, where) || !(await isDeletedSo(reads, item, ancestors, where))) continue;
    const access = await accessOf(reads, caller, item, ancestors, where);
    if (access) views.push({ item, ancestors, access });
  }
  return views;
}

function isThere(item: ItemRecord, ancestors: readonly AncestorRecord[], { ancestorIds, trash }: Whereabouts): boolean {
  if (isGone({ item, ancestors })) return false;
  if (ancestorIds !== null && !ancestors.some(({ id }) => ancestorIds.includes(id))) return false;
  return trash === 'all_items' || isTrashed({ item, ancestors }) === (trash === 'trashed_only');
}

/** Checks who trashed the item and when: the item itself, or the folder it was in. */
async function isDeletedSo(
  reads: MetadataReads,
  item: ItemRecord,
  ancestors: readonly AncestorRecord[],
  { deletedBy, deletedAt }: Whereabouts,
): Promise<boolean> {
  if (deletedBy === undefined && deletedAt === undefined) return true;
  const above = ancestors.find(({ trashedAt }) => trashedAt !== null);
  const trashed = item.trashedAt !== null || !above ? item : await reads.items.get(above.id);
  if (!trashed || trashed.trashedAt === null) return false;
  return (
    isWithin(trashed.trashedAt, deletedAt) && (deletedBy === undefined || deletedBy.includes(trashed.trashedBy ?? ''))
  );
}

async function accessOf(
  reads: MetadataReads,
  caller: Caller,
  item: ItemRecord,
  ancestors: readonly AncestorRecord[],
  { sharedIds, linked }: Whereabouts,
): Promise<ItemView['access'] | null> {
  const isOwn = item.ownerId === caller.user.id;
  const isShared = sharedIds === null || isOwn || [...ancestors, item].some(({ id }) => sharedIds.has(id));
  // Most items of others are inaccessible to the caller, so look up access only for the rest.
  const access = isShared ? await accessTo(reads, caller, item, ancestors) : null;
  const link = linked.get(item.id);
  if (!access && link) return accessTo(reads, { ...caller, sharedLink: link.pass }, item, ancestors);
  if (access || sharedIds !== null || caller.restrictedTo !== null) return access;
  return { role: 'uploader', sharedItemId: item.id };
}
