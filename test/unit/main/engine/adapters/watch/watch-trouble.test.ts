import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createEventBacklog } from '../../../../../../main/engine/adapters/watch/event-backlog.ts';
import { watchTrouble } from '../../../../../../main/engine/adapters/watch/watch-trouble.ts';
import { plainEnglish } from '../../../../../../preload/words/en/english.ts';

test.each([
  ['ENOSPC', 'max_user_watches'],
  ['EMFILE', 'max_user_instances'],
  ['EACCES', 'right to read'],
  [null, 'keeps trying'],
])('[E118] %s is explained in plain words, with the remaining function and the remedy', (errno, remedy) => {
  const { why, path } = watchTrouble(errno, '/home/a/Tandem');
  const told = plainEnglish({ code: 'changes_seen_late_details', args: { why, path } });
  expect(told).toContain('/home/a/Tandem');
  expect(told).toContain('A scan finds them');
  expect(told).toContain(remedy);
});

test('[E118] more events in one turn than the kernel may hold are reported once', async () => {
  const isTooMany = createEventBacklog();
  const burst = (events: number): number => Array.from({ length: events }, () => isTooMany()).filter(Boolean).length;
  expect(burst(8000)).toBe(0);
  expect(burst(20_000)).toBe(1);
  await setImmediate();
  expect(burst(8000)).toBe(0);
  expect(burst(500)).toBe(1);
});
