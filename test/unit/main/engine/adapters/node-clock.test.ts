import { expect, test } from 'vitest';
import { createNodeClock } from '../../../../../main/engine/adapters/node-clock.ts';
import { createNodeRandom } from '../../../../../main/engine/adapters/node-random.ts';

test('a sleep that is called off ends early and without an error', async () => {
  const clock = createNodeClock();
  const abort = new AbortController();
  const before = clock.nowMs();
  const sleeping = clock.sleep(60_000, abort.signal);
  abort.abort();
  await sleeping;
  await clock.sleep(60_000, abort.signal);
  expect(clock.nowMs() - before).toBeLessThan(30_000);
});

test('a sleep of 0 is one turn of other work, without waiting for a timer', async () => {
  const clock = createNodeClock();
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  for (let sleep = 0; sleep < 3; sleep++) await clock.sleep(0);
  clearImmediate(next);
  expect(turns).toBe(3);
});

test('today is a date in the time zone of the person', () => {
  const today = createNodeClock().today();
  const now = new Date();
  expect(today).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(Math.abs(new Date(`${today}T12:00`).getTime() - now.getTime())).toBeLessThan(48 * 3_600_000);
});

test('tokens have the length asked for and the letters promised; fractions stay below one', () => {
  const random = createNodeRandom();
  const tokens = Array.from({ length: 200 }, () => random.token(12));
  expect(tokens.every((token) => /^[a-z0-9]{12}$/.test(token))).toBe(true);
  expect(new Set(tokens).size).toBe(200);
  const fractions = Array.from({ length: 200 }, () => random.fraction());
  expect(fractions.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true);
});
