import { operation } from '../../operation.ts';
import { recentItems } from '../../resources/streams/recent-item.ts';
import { accountScopes } from '../../scopes.ts';
import { fieldsQuery, markerQuery } from '../parameters.ts';

export const listRecentItems = operation({
  name: 'listRecentItems',
  summary: 'Lists what the caller had in hand in the last 90 days, the latest first, at most 1,000 items.',
  method: 'GET',
  path: '/recent_items',
  query: markerQuery.safeExtend(fieldsQuery.shape),
  answers: { 200: { kind: 'json', schema: recentItems } },
  errors: ['invalid_limit', 'invalid_parameter'],
  scope: accountScopes,
});
