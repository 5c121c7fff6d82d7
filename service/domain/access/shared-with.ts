import type { AncestorRecord, ItemRecord } from '../../ports/metadata/items/items.ts';
import type { ShownName } from '../../ports/metadata/people/shown-names.ts';
import type { UserRecord } from '../../ports/metadata/people/users.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { together } from '../kernel/work/together.ts';
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

/** Items shared with a user or the user's groups, whether or not they appear in the user's root. */
export interface SharedWith {
  readonly items: readonly Pick<SharedItem, 'item' | 'name'>[];
  readonly shownNames: ReadonlyMap<string, ShownName>;
  /** The ancestors of an item; null if it does not appear in the root. */
  readonly ancestorsInRoot: (item: ItemRecord) => Promise<readonly AncestorRecord[] | null>;
}

/** Reads the ancestors of items, once for each folder that they are in. */
export function ancestorsReader({ items }: MetadataReads): MetadataReads['items']['ancestors'] {
  const known = new Map<string | null, ReturnType<typeof items.ancestors>>();
  return (item) => {
    const ancestors = known.get(item.parentId) ?? items.ancestors(item);
    known.set(item.parentId, ancestors);
    return ancestors;
  };
}

/** Everything that others share with a user. Only the ancestors need more queries. */
export async function sharedWith(
  reads: MetadataReads,
  user: Pick<UserRecord, 'id'>,
  ancestorsOf = ancestorsReader(reads),
): Promise<SharedWith> {
  const accepted = inForce(reads, await reads.collaborations.listAccepted(user.id));
  const shared = new Set(accepted.filter(({ isAccessOnly }) => !isAccessOnly).map(({ itemId }) => itemId));
  const ofUser = shared.size === 0 ? [] : await reads.shownNames.ofUser(user.id);
  const shownNames = new Map(ofUser.map((shown) => [shown.itemId, shown]));
  const found = shared.size === 0 ? [] : await reads.items.getMany([...shared]);
  const items = found
    .filter((item) => item.ownerId !== user.id)
    .map((item) => ({ item, name: nameOf(shownNames.get(item.id), [item]) ?? item.name }));
  const ancestorsInRoot = async (item: ItemRecord) => {
    const ancestors = await ancestorsOf(item);
    return isTopOfShared(item, ancestors, shared) ? ancestors : null;
  };
  return { items, shownNames, ancestorsInRoot };
}

/**
 * The items that others share with a user, or with the user's groups, and that appear in the user's root. Items below another shared
 * folder appear only there: an item is in one place. With `isWanted`, only those whose name it accepts; the others cost nothing further.
 */
export async function sharedItems(
  reads: MetadataReads,
  user: Pick<UserRecord, 'id'>,
  isWanted: (name: string) => boolean = () => true,
  ancestorsOf = ancestorsReader(reads),
): Promise<readonly SharedItem[]> {
  const { items, ancestorsInRoot } = await sharedWith(reads, user, ancestorsOf);
  const wanted = items.filter(({ name }) => isWanted(name));
  const places = await together(wanted.map(({ item }) => ancestorsInRoot(item)));
  return wanted.flatMap(({ item, name }, index) => {
    const ancestors = places[index] ?? null;
    return ancestors === null ? [] : [{ item, ancestors, name }];
  });
}

/** The items that collaborations in force let a user open, with everything below them. */
export async function openedBy(reads: MetadataReads, { id }: Pick<UserRecord, 'id'>): Promise<readonly string[]> {
  return inForce(reads, await reads.collaborations.listAccepted(id)).map(({ itemId }) => itemId);
}

function isTopOfShared(item: ItemRecord, ancestors: readonly AncestorRecord[], shared: ReadonlySet<string>): boolean {
  return !isTrashed({ item, ancestors }) && !ancestors.some((ancestor) => shared.has(ancestor.id));
}
