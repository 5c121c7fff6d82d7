import type { ItemView } from '../../access/item-access.ts';
import type { Change } from '../../change/change.ts';
import { requireFavorites } from './favorites.ts';

/**
 * Adds an item to the caller's Favorites or removes it, as `collectionIds` says. The item itself does not change.
 * @throws Refusal `not_found` for a collection of someone else.
 */
export async function setFavorite(change: Change, view: ItemView, collectionIds: readonly string[]): Promise<void> {
  const { tx, caller, now, report } = change;
  const { item, ancestors } = view;
  for (const id of collectionIds) requireFavorites(caller, id);
  const wanted = collectionIds.length > 0;
  if (wanted === (await tx.favorites.has(caller.user.id, item.id))) return;
  if (wanted) await tx.favorites.add(caller.user.id, item.id, now);
  else await tx.favorites.remove(caller.user.id, item.id);
  const source = { kind: 'item' as const, item, ancestors };
  await report({ adminType: wanted ? 'FAVORITE' : 'UNFAVORITE', trigger: null, source });
}
