import { z } from 'zod';
import { json, operation } from '../../operation.ts';
import { bodyId, flag } from '../../request-fields.ts';
import { folder } from '../../resources/items/folder.ts';
import { fieldsQuery, pathId } from '../parameters.ts';

export const transferContent = operation({
  name: 'transferContent',
  summary: 'Moves everything a user owns into a new folder of another user, who becomes the owner; for administrators.',
  method: 'PUT',
  path: '/users/{user_id}/folders/0',
  params: z.object({ user_id: pathId }),
  query: fieldsQuery.extend({ notify: flag.optional() }),
  body: json(z.object({ owned_by: z.object({ id: bodyId }) })),
  answers: { 200: { kind: 'json', schema: folder } },
  errors: [
    'bad_request',
    'not_found',
    'access_denied_insufficient_permissions',
    'storage_limit_exceeded',
    'operation_limit_exceeded',
  ],
  scope: ['manage_managed_users'],
});
