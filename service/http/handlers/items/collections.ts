import {
  getCollection,
  listCollectionItems,
  listCollections,
} from '../../../domain/tree/collections/list-collections.ts';
import type { Handlers } from '../../handlers.ts';

/** A user's collections. */
export const collectionHandlers = {
  async listCollections({ query }, { service, caller }) {
    const { offset = 0, limit } = query;
    const page = await listCollections(service, caller, { offset, limit });
    return { status: 200, body: { ...page, entries: [...page.entries] } };
  },

  async getCollection({ params }, { service, caller }) {
    return { status: 200, body: await getCollection(service, caller, params.collection_id) };
  },

  async listCollectionItems({ params, query }, { service, caller }) {
    const { offset = 0, limit, fields } = query;
    const request = { collectionId: params.collection_id, offset, limit, fields };
    const page = await listCollectionItems(service, caller, request);
    return { status: 200, body: { ...page, entries: [...page.entries] } };
  },
} satisfies Partial<Handlers>;
