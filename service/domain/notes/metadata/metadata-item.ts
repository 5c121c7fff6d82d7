import { say } from '../../../../contract/rules/say.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { type ItemView, requireItem } from '../../access/item-access.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller } from '../../service.ts';

/** An item that can have metadata. */
export interface MetadataItem {
  readonly kind: 'file' | 'folder';
  readonly id: string;
}

/**
 * Finds an item whose metadata the caller may change, which requires the right to edit its content.
 */
export async function requireEditableItem(
  reads: MetadataReads,
  caller: Caller,
  { kind, id }: MetadataItem,
): Promise<ItemView> {
  const view = await requireItem(reads, caller, kind, id, 'upload');
  if (view.item.parentId === null) throw new Refusal('forbidden', say`The root folder cannot have metadata.`);
  return view;
}
