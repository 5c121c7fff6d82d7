import { z } from 'zod';
import { empty, operation } from '../../operation.ts';
import { storedAnswer } from '../../resources/streams/idempotency-key.ts';
import { scopes } from '../../scopes.ts';

export const getIdempotencyKey = operation({
  name: 'getIdempotencyKey',
  summary:
    'Gives the stored answer to a request of the caller that carried this Idempotency-Key. 404: no request with the key was carried out, or another application sent it.',
  method: 'GET',
  path: '/idempotency_keys/{key}',
  // Any text: what cannot be a key was never used as one.
  params: z.object({ key: z.string() }),
  answers: { 200: { kind: 'json', schema: storedAnswer } },
  errors: ['not_found', 'idempotency_key_in_progress', 'access_denied_insufficient_permissions'],
  // Anyone who may still call the original operation; the service checks that.
  scope: scopes,
});

export const withdrawIdempotencyKey = operation({
  name: 'withdrawIdempotencyKey',
  summary:
    'Settles a request of the caller whose answer was lost. 200: it was carried out; the stored answer. 204: it was not, and never will be: if it still arrives, it is refused with 422. Two requests may have been carried out all the same, in whole or in part: a commit of an upload session that was answered with 202 (repeat the commit), and the deletion of a user with force (repeat it).',
  method: 'DELETE',
  path: '/idempotency_keys/{key}',
  params: z.object({ key: z.string() }),
  answers: { 200: { kind: 'json', schema: storedAnswer }, 204: empty },
  errors: ['not_found', 'idempotency_key_in_progress', 'access_denied_insufficient_permissions'],
  scope: scopes,
});
