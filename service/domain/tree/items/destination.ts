import { requireItem } from '../../access/item-access.ts';
import type { Change } from '../../change/change.ts';
import { type Place, placeIn } from '../../change/place.ts';
import { type Refusal, refusedOr } from '../../refusal.ts';

/**
 * The folder that an item is moved or copied into. It is read together with the item, and its refusal is returned, since refusals about
 * the item come first.
 */
export async function destinationOf({ tx, caller }: Change, folderId: string): Promise<Place | Refusal> {
  return refusedOr(async () => placeIn(await requireItem(tx, caller, 'folder', folderId, 'upload')));
}
