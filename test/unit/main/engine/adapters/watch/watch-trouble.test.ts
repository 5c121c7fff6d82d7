import { expect, test } from 'vitest';
import { createEventRate } from '../../../../../../main/engine/adapters/watch/event-rate.ts';
import { watchTrouble } from '../../../../../../main/engine/adapters/watch/watch-trouble.ts';

test.each([
  ['ENOSPC', 'max_user_watches'],
  ['EMFILE', 'max_user_instances'],
  ['EACCES', 'right to read'],
  [null, 'unknown reason'],
])('[E118] %s is explained in plain words, with the remaining function and the remedy', (errno, remedy) => {
  const told = watchTrouble(errno, '/home/a/Tandem');
  expect(told).toContain('/home/a/Tandem');
  expect(told).toContain('scan at intervals');
  expect(told).toContain(remedy);
});

test('[E118] an event rate at which the kernel may drop events is reported once a second', () => {
  let now = 0;
  const isTooMany = createEventRate(() => now);
  const burst = (events: number): number => Array.from({ length: events }, () => isTooMany()).filter(Boolean).length;
  expect(burst(8000)).toBe(0);
  expect(burst(20_000)).toBe(1);
  now += 1500;
  expect(burst(8000)).toBe(0);
  expect(burst(500)).toBe(1);
});
