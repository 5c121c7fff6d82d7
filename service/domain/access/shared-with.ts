import type { ItemRecord } from '../../ports/metadata/items.ts';
import type { UserRecord } from '../../ports/metadata/users.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { isTrashed } from './item-access.ts';

/**
 * Ids of the items that others share with a person and that appear in the person's root. What lies below another shared
 * folder appears there and not in the root as well: an item is in one place.
 */
export async function sharedWith(reads: MetadataReads, user: Pick<UserRecord, 'id'>): Promise<readonly string[]> {
  const collaborations = await reads.collaborations.listAccepted(user.id);
  if (collaborations.length === 0) return [];
  const shared = new Set(collaborations.map((collaboration) => collaboration.itemId));
  const visible: string[] = [];
  for (const item of await reads.items.getMany([...shared])) {
    if (item.ownerId !== user.id && (await isTopOfShared(reads, item, shared))) visible.push(item.id);
  }
  return visible;
}

async function isTopOfShared(reads: MetadataReads, item: ItemRecord, shared: ReadonlySet<string>): Promise<boolean> {
  const ancestors = await reads.items.ancestors(item);
  return !isTrashed({ item, ancestors }) && !ancestors.some((ancestor) => shared.has(ancestor.id));
}
