import { type Collection, favoritesName } from '../../../../contract/resources/items/collection.ts';
import { say } from '../../../../contract/rules/say.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller } from '../../service.ts';

/** A user's only collection. Its id is the user's id: collection ids are a separate namespace. */
export function favoritesOf({ user }: Pick<Caller, 'user'>): Collection {
  return { id: user.id, type: 'collection', name: favoritesName, collection_type: 'favorites' };
}

/** @throws Refusal `not_found` for any collection but the caller's own. */
export function requireFavorites(caller: Pick<Caller, 'user'>, collectionId: string): void {
  if (collectionId === favoritesOf(caller).id) return;
  throw new Refusal('not_found', say`Collection ${collectionId} does not exist, or it is not yours.`);
}
