import { z } from 'zod';
import { empty, json, operation } from '../../operation.ts';
import { bodyId, plainText } from '../../request-fields.ts';
import { comment, comments } from '../../resources/notes/comment.ts';
import { limits } from '../../rules/limits.ts';
import { readScopes, writeScopes } from '../../scopes.ts';
import { itemAccessErrors } from '../item-errors.ts';
import { fieldsQuery, offsetQuery, pathId } from '../parameters.ts';

const params = z.object({ comment_id: pathId });
const message = plainText(limits.commentLength).refine((text) => text.trim() !== '', 'must not be empty');

export const listComments = operation({
  name: 'listComments',
  summary: 'Lists the comments on a file and the answers to them, the oldest first.',
  method: 'GET',
  path: '/files/{file_id}/comments',
  params: z.object({ file_id: pathId }),
  query: fieldsQuery.extend(offsetQuery.shape),
  answers: { 200: { kind: 'json', schema: comments } },
  errors: ['invalid_limit', 'invalid_offset', ...itemAccessErrors],
  scope: readScopes,
});

export const createComment = operation({
  name: 'createComment',
  summary:
    'Comments on a file, or answers a comment. An answer to an answer belongs to the first comment. People are mentioned as @[id:name] in `tagged_message`.',
  method: 'POST',
  path: '/comments',
  query: fieldsQuery,
  body: json(
    z
      .object({
        message: message.optional(),
        tagged_message: message.optional(),
        item: z.object({ id: bodyId, type: z.enum(['file', 'comment']) }),
      })
      .refine(
        (body) => body.message !== undefined || body.tagged_message !== undefined,
        'must say something, in "message" or in "tagged_message"',
      ),
  ),
  answers: { 201: { kind: 'json', schema: comment } },
  errors: ['recent_similar_comment', ...itemAccessErrors],
  scope: writeScopes,
});

export const getComment = operation({
  name: 'getComment',
  summary: 'Gets a comment.',
  method: 'GET',
  path: '/comments/{comment_id}',
  params,
  query: fieldsQuery,
  answers: { 200: { kind: 'json', schema: comment } },
  errors: itemAccessErrors,
  scope: readScopes,
});

export const updateComment = operation({
  name: 'updateComment',
  summary: 'Changes what a comment says: by who wrote it.',
  method: 'PUT',
  path: '/comments/{comment_id}',
  params,
  query: fieldsQuery,
  body: json(z.object({ message: message.optional(), tagged_message: message.optional() })),
  answers: { 200: { kind: 'json', schema: comment } },
  errors: itemAccessErrors,
  scope: writeScopes,
});

export const deleteComment = operation({
  name: 'deleteComment',
  summary: 'Deletes a comment with the answers to it: by who wrote it, or by who may delete the file.',
  method: 'DELETE',
  path: '/comments/{comment_id}',
  params,
  answers: { 204: empty },
  errors: itemAccessErrors,
  scope: writeScopes,
});
