import type { AncestorRecord, ItemRecord } from '../../ports/metadata/items/items.ts';
import type { UserRecord } from '../../ports/metadata/people/users.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { isTrashed } from './item-access.ts';
import { inForce } from './persons-of.ts';
import { nameOf } from './shown-name.ts';

/** An item in the root of a user who does not own it. */
export interface SharedItem {
  readonly item: ItemRecord;
  readonly ancestors: readonly AncestorRecord[];
  /** Its name in that root. */
  readonly name: string;
}

/**
 * The items that others share with a user, or with the user's groups, and that appear in the user's root. Items below another shared
 * folder appear only there: an item is in one place. With `isWanted`, only those whose name and id it accepts; the others cost nothing further.
 */
export async function sharedItems(
  reads: MetadataReads,
  user: Pick<UserRecord, 'id'>,
  isWanted: (name: string, itemId: string) => boolean = () => true,
): Promise<readonly SharedItem[]> {
  const accepted = inForce(reads, await reads.collaborations.listAccepted(user.id));
  const shared = new Set(accepted.filter(({ isAccessOnly }) => !isAccessOnly).map(({ itemId }) => itemId));
  if (shared.size === 0) return [];
  const shownNames = new Map((await reads.shownNames.ofUser(user.id)).map((shown) => [shown.itemId, shown]));
  const visible: SharedItem[] = [];
  for (const item of await reads.items.getMany([...shared])) {
    const name = nameOf(shownNames.get(item.id), [item]) ?? item.name;
    if (item.ownerId === user.id || !isWanted(name, item.id)) continue;
    const ancestors = await reads.items.ancestors(item);
    if (isTopOfShared(item, ancestors, shared)) visible.push({ item, ancestors, name });
  }
  return visible;
}

/** The items that collaborations in force let a user open, with everything below them. */
export async function openedBy(reads: MetadataReads, { id }: Pick<UserRecord, 'id'>): Promise<readonly string[]> {
  return inForce(reads, await reads.collaborations.listAccepted(id)).map(({ itemId }) => itemId);
}

function isTopOfShared(item: ItemRecord, ancestors: readonly AncestorRecord[], shared: ReadonlySet<string>): boolean {
  return !isTrashed({ item, ancestors }) && !ancestors.some((ancestor) => shared.has(ancestor.id));
}
