import { describe, expect, test } from 'vitest';
import { say } from '../../../../../contract/rules/say.ts';
import { Refusal } from '../../../../../service/domain/refusal.ts';
import { storedRefusal, storedSuccess } from '../../../../../service/http/idempotency/stored-outcome.ts';

describe('the stored part of an answer', () => {
  test('its status, its headers and its body', () => {
    const answer = { status: 201, headers: { location: '/x', etag: undefined }, body: { id: '1' } };
    expect(storedSuccess(answer)).toEqual({ status: 201, headers: { location: '/x' }, body: '{"id":"1"}' });
    expect(storedSuccess({ status: 204 })).toEqual({ status: 204, headers: {}, body: null });
  });

  test('nothing of one that tells to ask again', () => {
    expect(storedSuccess({ status: 202, headers: { 'retry-after': '5' } })).toBeNull();
  });

  test('a refusal that tells how things stand, and no other', () => {
    const stored = (code: ConstructorParameters<typeof Refusal>[0], retryAfterSeconds?: number) =>
      storedRefusal(new Refusal(code, say`No.`, retryAfterSeconds === undefined ? {} : { retryAfterSeconds }), 'r1');
    expect(stored('item_name_in_use')?.status).toBe(409);
    expect(JSON.parse(String(stored('not_found')?.body))).toMatchObject({ code: 'not_found', request_id: 'r1' });
    expect(stored('precondition_failed')?.status).toBe(412);
    for (const code of ['bad_request', 'bad_digest'] as const) expect(stored(code)).toBeNull();
    expect(stored('forbidden', 5)).toBeNull();
    expect(storedRefusal(new Error('a fault'), 'r1')).toBeNull();
  });

  test.each([
    'insufficient_scope',
    'name_temporarily_reserved',
    'operation_blocked_temporary',
    'idempotency_key_in_progress',
  ] as const)('nothing of %s, which passes or concerns the token', (code) => {
    expect(storedRefusal(new Refusal(code, say`No.`), 'r1')).toBeNull();
  });
});
