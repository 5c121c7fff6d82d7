import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { say } from '../../../../../contract/rules/say.ts';
import { Refusal } from '../../../../../service/domain/refusal.ts';
import { sendError, Unauthorized } from '../../../../../service/http/answers/error-response.ts';
import { BlobSpaceExhausted } from '../../../../../service/ports/blob-store.ts';
import { MetadataUnavailable } from '../../../../../service/ports/metadata-store.ts';

async function answerTo(error: unknown) {
  const app = fastify();
  app.setErrorHandler((thrown, request, reply) => sendError(thrown, request, reply));
  app.get('/', () => {
    throw error;
  });
  const answer = await app.inject('/');
  await app.close();
  return answer;
}

describe('sendError', () => {
  test('a refusal keeps its code, sentence, context and time to wait', async () => {
    const contextInfo = { conflicts: [{ type: 'folder', id: '1' }] };
    const answer = await answerTo(new Refusal('item_name_in_use', say`Taken.`, { contextInfo, retryAfterSeconds: 7 }));
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([409, '7']);
    expect(answer.json()).toMatchObject({
      type: 'error',
      status: 409,
      code: 'item_name_in_use',
      message: 'Taken.',
      context_info: contextInfo,
    });
  });

  test.each([
    ['a full disk', new BlobSpaceExhausted(new Error('ENOSPC'))],
    ['a database that is locked', new MetadataUnavailable('locked', new Error('SQLITE_BUSY'))],
  ])('%s answers 503 with Retry-After', async (_what, error) => {
    const answer = await answerTo(error);
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('a fault of the service answers 500 and tells nothing of its inside', async () => {
    const answer = await answerTo(new TypeError('secret detail of /some/path'));
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toMatch(/secret|path|TypeError|at /);
  });

  test('a bad token answers 401 without a body', async () => {
    const answer = await answerTo(new Unauthorized('The access token provided has expired.'));
    expect([answer.statusCode, answer.body]).toEqual([401, '']);
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
  });
});
