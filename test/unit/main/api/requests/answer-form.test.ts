import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Operation } from '../../../../../contract/operation.ts';
import { updateFile, uploadVersion } from '../../../../../contract/operations/items/files.ts';
import { listFolderItems } from '../../../../../contract/operations/items/folders.ts';
import { errorAnswer, type RawAnswer, readAnswer } from '../../../../../main/api/requests/answer-form.ts';

function answerOf(status: number, text: string): RawAnswer {
  const body = {
    text: async () => text,
    drop: async () => undefined,
    async *[Symbol.asyncIterator]() {
      yield Buffer.from(text);
    },
  };
  return { status, headers: { 'content-type': 'application/json' }, body };
}

/** An operation that lists texts, and how many of them it looked at. */
function listOfTexts() {
  const looked = { count: 0 };
  const text = z.unknown().refine((value) => {
    looked.count += 1;
    return typeof value === 'string';
  }, 'must be a text');
  const schema = z.object({ total_count: z.number(), entries: z.array(text) });
  const operation: Operation = { ...listFolderItems, answers: { 200: { kind: 'json', schema } } };
  return { operation, looked };
}

test('a list is whole and in order, however many parts it is parsed in', async () => {
  for (const count of [0, 1, 100, 101, 250, 1000]) {
    const { operation } = listOfTexts();
    const entries = Array.from({ length: count }, (_, index) => `${index}`);
    const { body } = await readAnswer(operation, answerOf(200, JSON.stringify({ total_count: count, entries })));
    expect(body).toEqual({ total_count: count, entries });
  }
});

test('a list of faults costs no more than the first of them', async () => {
  const { operation, looked } = listOfTexts();
  const text = `{"total_count":1,"entries":[${'1,'.repeat(200_000)}1]}`;
  const error: unknown = await readAnswer(operation, answerOf(200, text)).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'bad_answer', message: expect.stringContaining('entries.0: must be a text') });
  expect(error).not.toHaveProperty('cause.issues');
  expect(looked.count).toBe(100);
});

test('the body of an error that holds more than an error does is none', async () => {
  const context = '{},'.repeat(1_000_000);
  const text = `{"type":"error","status":409,"code":"planted","message":"m","request_id":"1","context_info":{"errors":[${context}{}]}}`;
  expect(await errorAnswer('listFolderItems', answerOf(409, text))).toMatchObject({ code: 'not_the_service' });
  expect(await errorAnswer('listFolderItems', answerOf(503, text))).toMatchObject({ code: 'unavailable' });
});

test('the words of an error are cut, so that no service fills a log or a page with them', async () => {
  const body = { type: 'error', status: 409, code: 'c'.repeat(1_000), message: 'm'.repeat(10_000), request_id: '1' };
  const error = await errorAnswer('listFolderItems', answerOf(409, JSON.stringify(body)));
  expect([error.code.length, error.message.length]).toEqual([100, 2_000]);
});

test('a fault within one of several kinds of item names its field', async () => {
  const file = { type: 'file', id: '1', etag: '0', name: 'a', tags: Array.from({ length: 286 }, () => 7) };
  const list = { limit: 1000, offset: 0, total_count: 1000, entries: Array.from({ length: 1000 }, () => file) };
  await expect(readAnswer(listFolderItems, answerOf(200, JSON.stringify(list)))).rejects.toMatchObject({
    message: expect.stringContaining('entries.0.tags.0: Invalid input: expected string'),
  });
});

test.each([
  ['details of another shape', { context_info: { conflicts: 'a.txt', conflicting_part: { id: 'p1' } } }],
  ['details that are a text', { context_info: 'Something went wrong' }],
  ['a fault without a name', { context_info: { errors: [{ reason: 'invalid_parameter', message: 'm' }] } }],
  ['a status in quotes, and no request', { status: '409', request_id: null, help_url: null }],
])('an error of another service with %s keeps its code and words', async (_what, more) => {
  const body = { type: 'error', code: 'item_name_in_use', message: 'The name is taken', ...more };
  expect(await errorAnswer('uploadFile', answerOf(409, JSON.stringify(body)))).toMatchObject({
    status: 409,
    code: 'item_name_in_use',
    message: 'The name is taken',
    contextInfo: null,
  });
});

test('a proxy that refuses a body as too large speaks for the service, in whatever form', async () => {
  const page: RawAnswer = { ...answerOf(413, '<html>too large</html>'), headers: { 'content-type': 'text/html' } };
  expect(await errorAnswer('uploadFile', page)).toMatchObject({ status: 413, code: 'request_entity_too_large' });
});

test.each([
  ['200 where our service answers 201', uploadVersion, 200, 201],
  ['201 where our service answers 200', updateFile, 201, 200],
])('%s is success as well', async (_what, operation, status, declared) => {
  const file = { type: 'file', id: '7' };
  const body = operation === uploadVersion ? { total_count: 1, entries: [file] } : file;
  expect(await readAnswer(operation, answerOf(status, JSON.stringify(body)))).toMatchObject({ status: declared, body });
});
