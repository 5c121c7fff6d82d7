import { expect, test } from 'vitest';
import { formatKeysAnnounced, idempotencyKey, parseKeysAnnounced, takesKey } from '../../../contract/idempotency.ts';
import { limits } from '../../../contract/rules/limits.ts';

test.each([
  ['12345678', '12345678'],
  ['"12345678"', '12345678'],
  ['!~'.repeat(127), '!~'.repeat(127)],
  ['1234567', null],
  ['"123456"', null],
  ['x'.repeat(256), null],
  ['with a space', null],
  ['umlaut-ä-inside', null],
])('the key %j is taken as %j', (text, key) => {
  const parsed = idempotencyKey.safeParse(text);
  expect(parsed.success ? parsed.data : null).toBe(key);
});

test('a formatted announcement parses back, and any other text announces nothing', () => {
  expect(parseKeysAnnounced(formatKeysAnnounced(limits.idempotencyKeyLifeMs))).toBe(limits.idempotencyKeyLifeMs);
  for (const text of [undefined, '', 'days=0', 'days=x', 'seconds=7']) expect(parseKeysAnnounced(text)).toBeNull();
});

test('changing methods take a key', () => {
  expect((['GET', 'OPTIONS', 'POST', 'PUT', 'DELETE'] as const).map(takesKey)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});
