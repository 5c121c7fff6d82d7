import { expect, test } from 'vitest';
import { backoffMs } from '../../../../../../../main/engine/execute/transfer/pace/pace.ts';

test('[I11] each failure doubles the pause, from 2 s to 15 min', () => {
  expect([1, 2, 3, 4].map((failures) => backoffMs(failures, 0.5))).toEqual([2_000, 4_000, 8_000, 16_000]);
  expect(backoffMs(50, 0.5)).toBe(900_000);
});

test('chance spreads a pause from half to one and a half of it', () => {
  expect([backoffMs(1, 0), backoffMs(1, 0.999)]).toEqual([1_000, 2_998]);
});
