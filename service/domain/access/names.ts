import type { ConflictingItem } from '../../../contract/resources/error.ts';
import type { Sentence } from '../../../contract/resources/sentence.ts';
import { nameKey } from '../../../contract/rules/names.ts';
import { say } from '../../../contract/rules/say.ts';
import type { FolderRecord, ItemRecord } from '../../ports/metadata/items/items.ts';
import type { UserRecord } from '../../ports/metadata/people/users.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { presentMini } from '../kernel/mini.ts';
import { together } from '../kernel/work/together.ts';
import { Refusal } from '../refusal.ts';
import { accessTo, kindNames } from './item-access.ts';
import { sharedItems } from './shared-with.ts';

/** An item's claim to a name in a folder. `itemId` is the item itself if it already exists, which does not conflict with itself. */
export interface NameClaim {
  readonly folder: Pick<FolderRecord, 'id' | 'parentId' | 'ownerId'>;
  readonly name: string;
  readonly kind: ItemRecord['kind'];
  readonly itemId?: string;
}

/**
 * Ensures that a name is free in a folder, across all kinds of items, compared case-insensitively after NFC. Within a transaction
 * it stays free until the commit.
 * @throws Refusal `item_name_in_use` with the conflicting item: an object if a file claims the name, an array if a folder does.
 */
export async function requireFreeName(reads: MetadataReads, claim: NameClaim): Promise<void> {
  const other = await holderOfName(reads, claim);
  if (!other) return;
  const message = say`This folder already contains a ${kindNames[other.kind]} named "${other.name}". Choose another name.`;
  throw nameInUse(message, claim.kind, other);
}

/** True if no item has the name in the folder. */
export async function isNameFree(reads: MetadataReads, claim: NameClaim): Promise<boolean> {
  return (await holderOfName(reads, claim)) === null;
}

/** The item in a user's root that conflicts with an item shared with the user; null if there is none. */
export async function inWayOfShared(
  reads: MetadataReads,
  person: Pick<UserRecord, 'id' | 'rootId'>,
  item: ItemRecord,
): Promise<ItemRecord | null> {
  // An item below another shared folder appears there, under its own name.
  if (await accessTo(reads, { user: person }, item, await reads.items.ancestors(item))) return null;
  const folder = await reads.items.get(person.rootId);
  if (folder?.kind !== 'folder') throw new Error(`User ${person.id} has no root.`);
  return holderOfName(reads, { folder, name: item.name, kind: item.kind, itemId: item.id });
}

/** The refusal for a name that `other` has; `kind` is the kind of the item that claims it. */
export function nameInUse(sentences: readonly Sentence[], kind: ItemRecord['kind'], other: ItemRecord): Refusal {
  const mini: ConflictingItem = { ...presentMini(other) };
  return new Refusal('item_name_in_use', sentences, { contextInfo: { conflicts: kind === 'file' ? mini : [mini] } });
}

async function holderOfName(reads: MetadataReads, { folder, name, itemId }: NameClaim): Promise<ItemRecord | null> {
  const key = nameKey(name);
  const [own, shared] = await together([reads.items.getByName(folder.id, key), sharedByName(reads, folder, key)]);
  const other = own ?? shared;
  return other?.id === itemId ? null : other;
}

/** Items that others share with a user appear in the user's root, where their names are taken. */
async function sharedByName(
  reads: MetadataReads,
  folder: NameClaim['folder'],
  key: string,
): Promise<ItemRecord | null> {
  if (folder.parentId !== null) return null;
  const [shared] = await sharedItems(reads, { id: folder.ownerId }, (name) => nameKey(name) === key);
  return shared ? { ...shared.item, name: shared.name } : null;
}
