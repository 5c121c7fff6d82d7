import { expect, test } from 'vitest';
import { createTurns } from '../../../../../renderer/state/items/turns.ts';

test('a few run at a time, the others in their order; one that leaves the queue never begins', () => {
  const begun: string[] = [];
  const turns = createTurns(2);
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => turns.take(() => begun.push(name)));
  expect(begun).toEqual(['a', 'b']);
  c?.();
  a?.();
  expect(begun).toEqual(['a', 'b', 'd']);
  a?.();
  turns.take(() => begun.push('e'));
  expect(begun).toEqual(['a', 'b', 'd']);
  b?.();
  expect(begun).toEqual(['a', 'b', 'd', 'e']);
  d?.();
});
