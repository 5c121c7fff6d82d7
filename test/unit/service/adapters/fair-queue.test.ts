import { expect, test } from 'vitest';
import { createFairQueue } from '../../../../service/adapters/thumbnailer/fair-queue.ts';

/** A queue on a clock of its own; each order takes the time that it says. */
function openQueue() {
  let now = 0;
  const begun: string[] = [];
  const queue = createFairQueue(8, () => now);
  const add = (person: string, name: string, takesMs: number) => {
    let hasBegun = false;
    const order = {
      get hasBegun() {
        return hasBegun;
      },
      run: async () => {
        hasBegun = true;
        begun.push(name);
        await Promise.resolve();
        now += takesMs;
      },
    };
    return { order, isAdded: queue.add(person, order) };
  };
  return { queue, begun, add };
}

test('after a slow order, everyone else is served until they have taken as much time', async () => {
  const { queue, begun, add } = openQueue();
  for (const name of ['slow 1', 'slow 2', 'slow 3']) add('ann', name, 10_000);
  for (const name of ['quick 1', 'quick 2', 'quick 3']) add('bob', name, 4_000);
  add('carl', 'only', 4_000);
  await queue.settled();
  expect(begun).toEqual(['slow 1', 'quick 1', 'only', 'quick 2', 'quick 3', 'slow 2', 'slow 3']);
});

test('whoever comes later begins where the others are: nobody waits for them to catch up', async () => {
  const { queue, begun, add } = openQueue();
  for (const name of ['ann 1', 'ann 2']) add('ann', name, 1_000);
  await queue.settled();
  for (const name of ['ann 3', 'ann 4', 'ann 5']) add('ann', name, 1_000);
  for (const name of ['bob 1', 'bob 2', 'bob 3']) add('bob', name, 1_000);
  await queue.settled();
  expect(begun.slice(2)).toEqual(['ann 3', 'bob 1', 'ann 4', 'bob 2', 'ann 5', 'bob 3']);
});

test('an order in two lines runs once and makes room in both', async () => {
  const { queue, begun, add } = openQueue();
  add('ann', 'first', 1);
  const { order } = add('ann', 'shared', 1);
  expect([queue.add('bob', order), queue.add('bob', order)]).toEqual([true, true]);
  const added = Array.from({ length: 8 }, (_, index) => add('bob', `bob ${index}`, 1).isAdded);
  expect(added).toEqual([...Array(7).fill(true), false]);
  await queue.settled();
  expect(begun.filter((name) => name === 'shared')).toHaveLength(1);
  expect(begun).toHaveLength(9);
});
