import { nameKey } from '../../../contract/names.ts';
import type { ConflictingItem } from '../../../contract/resources/error.ts';
import type { FolderRecord, ItemRecord } from '../../ports/metadata/items.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { Refusal } from '../refusal.ts';
import { presentMini } from '../representation/mini.ts';
import { sharedWith } from './shared-with.ts';

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
  const key = nameKey(claim.name);
  const other = (await reads.items.getByName(claim.folder.id, key)) ?? (await sharedByName(reads, claim.folder, key));
  if (!other || other.id === claim.itemId) return;
  const mini: ConflictingItem = { ...presentMini(other) };
  const message = `A ${other.kind} with the name "${other.name}" is in this folder already. Choose another name.`;
  throw new Refusal('item_name_in_use', message, {
    contextInfo: { conflicts: claim.kind === 'file' ? mini : [mini] },
  });
}

/** What others share with a person appears in the person's root, and has its name there. */
async function sharedByName(reads: MetadataReads, folder: FolderRecord, key: string): Promise<ItemRecord | null> {
  if (folder.parentId !== null) return null;
  const shared = await reads.items.getMany(await sharedWith(reads, { id: folder.ownerId }));
  return shared.find((item) => nameKey(item.name) === key) ?? null;
}
