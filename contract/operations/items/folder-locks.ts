import { z } from 'zod';
import { empty, json, operation } from '../../operation.ts';
import { bodyId } from '../../request-fields.ts';
import { folderLock, folderLocks } from '../../resources/items/folder-lock.ts';
import { readScopes, writeScopes } from '../../scopes.ts';
import { itemAccessErrors } from '../item-errors.ts';
import { pathId } from '../parameters.ts';

export const createFolderLock = operation({
  name: 'createFolderLock',
  summary: 'Locks a folder against moving and deleting, for everybody; its owner and co-owners may.',
  method: 'POST',
  path: '/folder_locks',
  body: json(
    z.object({
      folder: z.object({ id: bodyId, type: z.literal('folder').optional() }),
      locked_operations: z
        .object({
          move: z.literal(true, 'must be true: moving and deleting are locked together'),
          delete: z.literal(true, 'must be true: moving and deleting are locked together'),
        })
        .optional(),
    }),
  ),
  answers: { 200: { kind: 'json', schema: folderLock } },
  errors: ['conflict', 'forbidden', ...itemAccessErrors],
  scope: writeScopes,
});

export const listFolderLocks = operation({
  name: 'listFolderLocks',
  summary: 'Lists the locks on a folder: one or none.',
  method: 'GET',
  path: '/folder_locks',
  query: z.object({ folder_id: pathId }),
  answers: { 200: { kind: 'json', schema: folderLocks } },
  errors: ['missing_parameter', 'invalid_parameter', ...itemAccessErrors],
  scope: readScopes,
});

export const deleteFolderLock = operation({
  name: 'deleteFolderLock',
  summary: 'Takes the lock on a folder away.',
  method: 'DELETE',
  path: '/folder_locks/{folder_lock_id}',
  params: z.object({ folder_lock_id: pathId }),
  answers: { 204: empty },
  errors: itemAccessErrors,
  scope: writeScopes,
});
