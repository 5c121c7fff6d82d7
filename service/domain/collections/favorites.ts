import { type Collection, favoritesName } from '../../../contract/resources/collection.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from '../service.ts';

/** The one collection that a person has. Its id is the person's own: ids of collections are a realm of their own. */
export function favoritesOf({ user }: Pick<Caller, 'user'>): Collection {
  return { id: user.id, type: 'collection', name: favoritesName, collection_type: 'favorites' };
}

/** @throws Refusal `not_found` for every collection but the caller's own. */
export function requireFavorites(caller: Pick<Caller, 'user'>, collectionId: string): void {
  if (collectionId === favoritesOf(caller).id) return;
  throw new Refusal('not_found', `There is no collection ${collectionId}, or it is not yours.`);
}
