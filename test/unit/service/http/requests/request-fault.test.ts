import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { operations } from '../../../../../contract/operations.ts';
import { type RequestPart, requestFault } from '../../../../../service/http/requests/request-fault.ts';

function faultOf(part: RequestPart, schema: z.ZodType, value: unknown) {
  const { error } = schema.safeParse(value);
  if (!error) throw new Error('The request was to be faulty.');
  return requestFault(part, error, value);
}

const session = operations.createUploadSession.body.schema;
const folder = operations.createFolder.body.schema;

describe('requestFault', () => {
  test.each([
    ['a missing file size', 'body', session, { folder_id: '0', file_name: 'a' }, 'missing_file_size'],
    [
      'a file size that is none',
      'body',
      session,
      { folder_id: '0', file_name: 'a', file_size: -1 },
      'invalid_file_size',
    ],
    ['a missing file name', 'body', session, { folder_id: '0', file_size: 1 }, 'missing_file_name'],
    [
      'a folder id that is none',
      'body',
      session,
      { folder_id: 'x', file_name: 'a', file_size: 1 },
      'invalid_folder_id',
    ],
    ['a bad name', 'body', folder, { name: 'a/b', parent: { id: '0' } }, 'item_name_invalid'],
    ['a long name', 'body', folder, { name: 'a'.repeat(256), parent: { id: '0' } }, 'item_name_too_long'],
    ['a missing name', 'body', folder, { parent: { id: '0' } }, 'bad_request'],
    ['no body', 'body', folder, undefined, 'bad_request'],
    ['a bad limit', 'query', operations.listVersions.query, { limit: '0' }, 'invalid_limit'],
    ['a bad sort', 'query', operations.listFolderItems.query, { sort: 'colour' }, 'invalid_parameter'],
    ['a missing status', 'query', operations.listPendingCollaborations.query, {}, 'missing_parameter'],
    ['a malformed id', 'path', operations.getFile.params, { file_id: 'x' }, 'method_not_allowed'],
    ['a missing digest', 'header', operations.commitUploadSession.headers, {}, 'bad_request'],
  ] as const)('%s in the %s', (_what, part, schema, value, code) => {
    expect(faultOf(part, schema, value).code).toBe(code);
  });

  test('names the first 20 invalid parameters of a request that has more', () => {
    const parts = Array<number>(1000).fill(0);
    const fault = faultOf('body', operations.commitUploadSession.body.schema, { parts });
    expect(fault.contextInfo?.errors?.map(({ name }) => name)).toEqual(
      Array.from({ length: 20 }, (_, index) => `parts.${index}`),
    );
  });

  test('names each invalid parameter, with its limit and the given value', () => {
    const fault = faultOf('body', folder, { name: 'x'.repeat(300), parent: {} });
    expect(fault.contextInfo?.errors?.map(({ name, reason }) => [name, reason])).toEqual([
      ['name', 'invalid_parameter'],
      ['parent.id', 'missing_parameter'],
    ]);
    expect(fault.message).toMatch(/"name".*255.*300.*"parent\.id" is missing/s);
  });
});
