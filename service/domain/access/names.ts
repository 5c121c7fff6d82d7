import { nameKey } from '../../../contract/names.ts';
import type { ConflictingItem } from '../../../contract/resources/error.ts';
import type { FolderRecord, ItemRecord } from '../../ports/metadata/items.ts';
import type { UserRecord } from '../../ports/metadata/users.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { Refusal } from '../refusal.ts';
import { presentMini } from '../representation/mini.ts';
import { accessTo, kindNames } from './item-access.ts';
import { sharedItems } from './shared-with.ts';

/** Which item wants which name, where. `itemId` is the item itself when it exists already: it is not in its own way. */
export interface NameClaim {
  readonly folder: FolderRecord;
  readonly name: string;
  readonly kind: ItemRecord['kind'];
  readonly itemId?: string;
}

/**
 * Makes sure that a name is free in a folder, compared after NFC without regard to case, over all kinds of items. Within
 * a transaction it stays free until the commit.
 * @throws Refusal `item_name_in_use` with the item that has the name: one object when a file wants it, an array when a
 * folder does (service-decisions.md B 1).
 */
export async function requireFreeName(reads: MetadataReads, claim: NameClaim): Promise<void> {
  const other = await holderOfName(reads, claim);
  if (!other) return;
  const message = `A ${kindNames[other.kind]} with the name "${other.name}" is in this folder already. Choose another name.`;
  throw nameInUse(message, claim.kind, other);
}

/** The item that stands in the way of one that is shared with a person, in the person's root; null when none does. */
export async function inWayOfShared(
  reads: MetadataReads,
  person: Pick<UserRecord, 'id' | 'rootId'>,
  item: ItemRecord,
): Promise<ItemRecord | null> {
  // What lies below another folder that is shared with the person appears there, and has its name there.
  if (await accessTo(reads, { user: person }, item, await reads.items.ancestors(item))) return null;
  const folder = await reads.items.get(person.rootId);
  if (folder?.kind !== 'folder') throw new Error(`The person ${person.id} has no root.`);
  return holderOfName(reads, { folder, name: item.name, kind: item.kind, itemId: item.id });
}

/** The refusal of a name that `other` has; `kind` is that of the item that wants it. */
export function nameInUse(message: string, kind: ItemRecord['kind'], other: ItemRecord): Refusal {
  const mini: ConflictingItem = { ...presentMini(other) };
  return new Refusal('item_name_in_use', message, { contextInfo: { conflicts: kind === 'file' ? mini : [mini] } });
}

async function holderOfName(reads: MetadataReads, { folder, name, itemId }: NameClaim): Promise<ItemRecord | null> {
  const key = nameKey(name);
  const other = (await reads.items.getByName(folder.id, key)) ?? (await sharedByName(reads, folder, key));
  return other?.id === itemId ? null : other;
}

/** What others share with a person appears in the person's root, and has its name there. */
async function sharedByName(reads: MetadataReads, folder: FolderRecord, key: string): Promise<ItemRecord | null> {
  if (folder.parentId !== null) return null;
  const [shared] = await sharedItems(reads, { id: folder.ownerId }, (name) => nameKey(name) === key);
  return shared ? { ...shared.item, name: shared.name } : null;
}
