import { expect, test } from 'vitest';
import { createEpoch } from '../../../../../../main/engine/root/state/epoch.ts';

const HOUR_MS = 60 * 60_000;

/** An epoch that began at time 0. */
function begun() {
  const epoch = createEpoch();
  epoch.begin();
  epoch.begun(0);
  return epoch;
}

test('[P60] an epoch is due at the start, after six hours, and when the folder is another', () => {
  expect(createEpoch().isDue(0, false)).toBe(true);
  const epoch = begun();
  expect([epoch.isDue(6 * HOUR_MS - 1, false), epoch.isDue(6 * HOUR_MS, false)]).toEqual([false, true]);
  epoch.leave();
  expect(epoch.isDue(1, false)).toBe(true);
});

test('[P60] deletes that go on share an epoch for a second; the last of them ends it', () => {
  const epoch = begun();
  expect(epoch.dueAtMs()).toBeNull();
  epoch.noteDelete();
  expect(epoch.dueAtMs()).toBe(1_000);
  expect([epoch.isDue(999, true), epoch.isDue(1_000, true), epoch.isDue(1, false)]).toEqual([false, true, true]);
});

test('[P60] a delete while the marker is written counts toward the next epoch', () => {
  const epoch = begun();
  epoch.noteDelete();
  epoch.begin();
  epoch.noteDelete();
  epoch.begun(5_000);
  expect([epoch.isDue(5_001, false), epoch.dueAtMs()]).toEqual([true, 6_000]);
  epoch.begin();
  epoch.begun(6_000);
  expect([epoch.isDue(6_001, false), epoch.dueAtMs()]).toEqual([false, null]);
});
