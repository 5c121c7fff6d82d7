import { afterEach, expect, test, vi } from 'vitest';
import { within } from '../../../../../../service/domain/kernel/work/within.ts';

afterEach(() => vi.useRealTimers());

test('work that ends in time gives its result, and leaves no timer behind', async () => {
  vi.useFakeTimers();
  expect(await within(Promise.resolve('done'), 25_000)).toBe('done');
  await expect(within(Promise.reject(new Error('failed')), 25_000)).rejects.toThrow('failed');
  expect(vi.getTimerCount()).toBe(0);
});

test('work that takes longer is late, and its failure is nobody’s any more', async () => {
  vi.useFakeTimers();
  const work = Promise.withResolvers<void>();
  const result = within(work.promise, 25_000);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(await result).toBe('late');
  work.reject(new Error('failed'));
  await vi.runAllTimersAsync();
});
