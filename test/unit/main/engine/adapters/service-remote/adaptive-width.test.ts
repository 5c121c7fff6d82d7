import { expect, test } from 'vitest';
import { createAdaptiveWidth } from '../../../../../../main/engine/adapters/service-remote/adaptive-width.ts';
import { RemoteError } from '../../../../../../main/engine/ports/remote/remote.ts';

/** A service that takes `capacity` requests at a time, 10 ms each; the others wait. Each end of a request advances the time. */
async function work(capacity: number, count: number) {
  let nowMs = 0;
  let running = 0;
  const width = createAdaptiveWidth({ nowMs: () => nowMs });
  const widths: number[] = [];
  const one = async () => {
    running += 1;
    await Promise.resolve();
    nowMs += 10 / Math.min(running, capacity);
    running -= 1;
    widths.push(width.width);
  };
  await Promise.all(Array.from({ length: count }, () => width.run(one, undefined)));
  return { width, widths };
}

test('more go at a time while that is faster', async () => {
  const { widths } = await work(1_000, 400);
  expect(Math.max(...widths)).toBeGreaterThanOrEqual(16);
});

test('[E102] a service that has enough is sent fewer at a time, never none', async () => {
  const { width } = await work(1_000, 400);
  const refuse = () => width.run(() => Promise.reject(new RemoteError('rate_limited', 'slow down')), undefined);
  const before = width.width;
  await expect(refuse()).rejects.toThrow('slow down');
  expect(width.width).toBe(Math.floor(before / 2));
  for (let time = 0; time < 10; time++) await expect(refuse()).rejects.toThrow('slow down');
  expect(width.width).toBe(2);
});

test('one that is cancelled before its turn is not begun', async () => {
  const { width } = await work(8, 1);
  const stop = new AbortController();
  stop.abort(new Error('not wanted'));
  await expect(width.run(() => Promise.resolve(1), stop.signal)).rejects.toThrow();
});
