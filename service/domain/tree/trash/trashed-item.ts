import { say } from '../../../../contract/rules/say.ts';
import type { ItemKind, ItemRecords } from '../../../ports/metadata/items/items.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { findItem, type ItemView, isTrashed, kindNames, requireRight, type Viewer } from '../../access/item-access.ts';
import type { Action } from '../../access/permissions/rights.ts';
import { Refusal } from '../../refusal.ts';

/**
 * Finds an item that was itself trashed, for a caller who may restore it, or permanently delete it (`configure`).
 * @throws Refusal `not_trashed` for a live item; `not_found` for one that is only in a trashed folder.
 */
export async function requireTrashed<Kind extends ItemKind>(
  reads: MetadataReads,
  viewer: Viewer,
  kind: Kind,
  itemId: string,
  action: Extract<Action, 'organise' | 'configure'> = 'organise',
): Promise<ItemView<ItemRecords[Kind]>> {
  const view = await findItem(reads, viewer, kind, itemId);
  requireRight(view, action);
  if (view.item.trashedAt !== null) return view;
  if (!isTrashed(view)) throw new Refusal('not_trashed', say`The ${kindNames[kind]} ${itemId} is not in the trash.`);
  throw new Refusal('not_found', say`The ${kindNames[kind]} ${itemId} is in a trashed folder. Restore that folder.`);
}
