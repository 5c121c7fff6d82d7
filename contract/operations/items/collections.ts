import { z } from 'zod';
import { operation } from '../../operation.ts';
import { collection } from '../../resources/items/collection.ts';
import { item } from '../../resources/items/item-collection.ts';
import { offsetPage } from '../../resources/paging.ts';
import { accountScopes, readScopes } from '../../scopes.ts';
import { fieldsQuery, offsetQuery, pathId } from '../parameters.ts';

const collectionParams = z.object({ collection_id: pathId });

export const listCollections = operation({
  name: 'listCollections',
  summary: 'Lists the collections of the caller: the Favorites.',
  method: 'GET',
  path: '/collections',
  query: fieldsQuery.extend(offsetQuery.shape),
  answers: { 200: { kind: 'json', schema: offsetPage(collection) } },
  errors: ['invalid_limit', 'invalid_offset'],
  scope: accountScopes,
});

export const getCollection = operation({
  name: 'getCollection',
  summary: 'Gets a collection of the caller.',
  method: 'GET',
  path: '/collections/{collection_id}',
  params: collectionParams,
  answers: { 200: { kind: 'json', schema: collection } },
  errors: ['not_found'],
  scope: accountScopes,
});

export const listCollectionItems = operation({
  name: 'listCollectionItems',
  summary: 'Lists the items in a collection of the caller, the latest addition first.',
  method: 'GET',
  path: '/collections/{collection_id}/items',
  params: collectionParams,
  query: fieldsQuery.extend(offsetQuery.shape),
  answers: { 200: { kind: 'json', schema: offsetPage(item) } },
  errors: ['invalid_limit', 'invalid_offset', 'not_found'],
  scope: readScopes,
});
