import type { Tries } from '../../tries.ts';
import { type AuthorisationWorld, ok } from '../../world.ts';

const favorites = async (world: AuthorisationWorld) => {
  const [collection] = (await ok(world.owner.get('/collections'))).entries;
  return { collection_id: String(collection?.id) };
};

export const collectionTries: Tries = {
  listCollections: async () => ({}),
  getCollection: async (world) => ({ params: await favorites(world) }),
  transferContent: async (world) => {
    const [from, to] = [await world.newPerson(), await world.newPerson()];
    return { params: { user_id: from.id }, body: { owned_by: { id: to.id } } };
  },
  listCollectionItems: async (world) => ({ params: await favorites(world) }),
};
