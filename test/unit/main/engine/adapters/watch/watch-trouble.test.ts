import { expect, test } from 'vitest';
import { createEventRate } from '../../../../../../main/engine/adapters/watch/event-rate.ts';
import { watchTrouble } from '../../../../../../main/engine/adapters/watch/watch-trouble.ts';

test.each([
  ['ENOSPC', 'max_user_watches'],
  ['EMFILE', 'max_user_instances'],
  ['EACCES', 'right to read'],
  [null, 'unknown reason'],
])('[E118] %s is told in plain words, with what still works and what to do', (errno, remedy) => {
  const told = watchTrouble(errno, '/home/a/Tandem');
  expect(told).toContain('/home/a/Tandem');
  expect(told).toContain('scan at intervals');
  expect(told).toContain(remedy);
});

test('[E118] so many events in one second that the kernel may have dropped some are told once a second', () => {
  let now = 0;
  const isTooMany = createEventRate(() => now);
  const burst = (events: number): number => Array.from({ length: events }, () => isTooMany()).filter(Boolean).length;
  expect(burst(8000)).toBe(0);
  expect(burst(20_000)).toBe(1);
  now += 1500;
  expect(burst(8000)).toBe(0);
  expect(burst(500)).toBe(1);
});
