import { expect, test } from 'vitest';
import { createRandomIds } from '../../../../service/adapters/random-ids.ts';

test('ids have the length asked for, and none is given out twice, however many were drawn at once', () => {
  const ids = createRandomIds();
  const made = Array.from({ length: 2000 }, (_, index) => ids.hex(index % 2 === 0 ? 16 : 14));
  for (const [index, id] of made.entries()) expect(id).toMatch(index % 2 === 0 ? /^[0-9a-f]{32}$/ : /^[0-9a-f]{28}$/);
  expect(new Set(made)).toHaveLength(made.length);
  // Bytes that were used are overwritten with zeros, which no later id may be made of.
  expect(made.filter((id) => id.includes('0000000000000000'))).toEqual([]);
});

test('an id longer than one draw is random too', () => {
  const ids = createRandomIds();
  const [one, other] = [ids.hex(5000), ids.hex(5000)];
  expect(one).toMatch(/^[0-9a-f]{10000}$/);
  expect(one).not.toBe(other);
});
