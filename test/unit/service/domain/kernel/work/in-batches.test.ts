import { expect, test } from 'vitest';
import { inBatches } from '../../../../../../service/domain/kernel/work/in-batches.ts';

async function* countTo(last: number) {
  for (let number = 1; number <= last; number += 1) yield number;
}

test.each([
  [0, []],
  [2, [[1, 2]]],
  [5, [[1, 2], [3, 4], [5]]],
])('%i values come in lists of two, none of them empty', async (last, lists) => {
  const got: (readonly number[])[] = [];
  for await (const list of inBatches(countTo(last), 2)) got.push(list);
  expect(got).toEqual(lists);
});
