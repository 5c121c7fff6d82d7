import type { AncestorRecord, ItemRecord } from '../../ports/metadata/items.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { accessTo, type ItemView, isTrashed } from '../access/item-access.ts';
import type { Caller, SharedLinkPass } from '../service.ts';
import { isWithin, type Range } from './filters.ts';

/** Where items must be to be found. */
export interface Whereabouts {
  /** Below one of these folders; null for anywhere. */
  readonly ancestorIds: readonly string[] | null;
  readonly trash: 'non_trashed_only' | 'trashed_only' | 'all_items';
  readonly deletedBy?: readonly string[] | undefined;
  readonly deletedAt?: Range | undefined;
  /** Items of others of which the caller can see something, and what lies below them; null: whatever the enterprise has. */
  readonly sharedIds: ReadonlySet<string> | null;
  /** Items that the caller may reach by a shared link that is not with the request. */
  readonly linked: ReadonlyMap<string, { readonly pass: SharedLinkPass }>;
}

/** The items among these that the caller may see and that are where they must be. */
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
  if (ancestorIds !== null && !ancestors.some(({ id }) => ancestorIds.includes(id))) return false;
  return trash === 'all_items' || isTrashed({ item, ancestors }) === (trash === 'trashed_only');
}

/** Who trashed it and when: of the item itself, or of the folder that took it along. */
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
  // Most items of others are of no concern to the caller; only for the rest is it worth to ask what they allow.
  const access = isShared ? await accessTo(reads, caller, item, ancestors) : null;
  const link = linked.get(item.id);
  if (!access && link) return accessTo(reads, { ...caller, sharedLink: link.pass }, item, ancestors);
  if (access || sharedIds !== null || caller.restrictedTo !== null) return access;
  return { role: 'uploader', sharedItemId: item.id };
}
