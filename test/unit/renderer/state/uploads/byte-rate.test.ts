import { expect, test } from 'vitest';
import { byteRate } from '../../../../../renderer/state/uploads/byte-rate.ts';

test('the rate is that of the last five seconds, and unknown in the first one', () => {
  let nowMs = 0;
  const rate = byteRate(() => nowMs);
  rate.add(1_000);
  expect(rate.perSecond()).toBe(0);
  nowMs = 2_000;
  rate.add(3_000);
  expect(rate.perSecond()).toBe(2_000);
  nowMs = 6_000;
  rate.add(500);
  expect(rate.perSecond()).toBe(700);
});
