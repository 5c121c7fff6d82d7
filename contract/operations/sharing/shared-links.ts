import { z } from 'zod';
import { empty, operation } from '../../operation.ts';
import { sharedItem } from '../../resources/items/item-collection.ts';
import { readScopes } from '../../scopes.ts';
import { fieldsQuery, ifNoneMatch, linkErrors } from '../parameters.ts';

export const getSharedItem = operation({
  name: 'getSharedItem',
  summary: 'Gets the file, folder or web link that a shared link leads to.',
  method: 'GET',
  path: '/shared_items',
  query: fieldsQuery,
  headers: ifNoneMatch.extend({ svcapi: z.string() }),
  answers: { 200: { kind: 'json', schema: sharedItem }, 304: empty },
  errors: [...linkErrors, 'not_found', 'access_denied_insufficient_permissions'],
  scope: readScopes,
});
