import { operation } from '../operation.ts';
import { user } from '../resources/user.ts';
import { accountScopes } from '../scopes.ts';
import { fieldsQuery } from './parameters.ts';

export const getCurrentUser = operation({
  name: 'getCurrentUser',
  summary: 'Gets the user that the token belongs to.',
  method: 'GET',
  path: '/users/me',
  query: fieldsQuery,
  answers: { 200: { kind: 'json', schema: user } },
  scope: accountScopes,
});
