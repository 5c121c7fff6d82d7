import { expect, test } from 'vitest';
import { createRate } from '../../../../../../../main/engine/execute/transfer/pace/rate.ts';

test('the rate is that of the last seconds, not of the whole transfer', () => {
  const rate = createRate(5_000);
  for (let second = 0; second <= 10; second++) rate.note(second * 1000, second * 100);
  expect(rate.bytesPerSecond(10_000)).toBe(100);
  for (let second = 11; second <= 20; second++) rate.note(second * 1000, 1000 + (second - 10) * 500);
  expect(rate.bytesPerSecond(20_000)).toBe(500);
});

test('a transfer that stands has the rate 0 after the window', () => {
  const rate = createRate(5_000);
  rate.note(0, 0);
  rate.note(1_000, 1_000);
  expect(rate.bytesPerSecond(1_000)).toBe(1_000);
  expect(rate.bytesPerSecond(3_000)).toBe(333);
  expect(rate.bytesPerSecond(6_001)).toBe(0);
});

test('a first sample gives no rate yet, and a step back restarts the measurement', () => {
  const rate = createRate(5_000);
  rate.note(0, 0);
  rate.note(50, 5_000_000);
  expect(rate.bytesPerSecond(100)).toBe(0);
  rate.note(2_000, 0);
  rate.note(3_000, 100);
  expect(rate.bytesPerSecond(3_000)).toBe(100);
});

test('it stays the rate of the last seconds with more than ten samples a second', () => {
  const rate = createRate(5_000);
  for (let ms = 0; ms <= 20_000; ms += 20) rate.note(ms, ms < 10_000 ? ms * 10 : 100_000 + (ms - 10_000));
  expect(rate.bytesPerSecond(20_000)).toBeCloseTo(1_000, -2);
});

test('what arrives as one was on its way all the time', () => {
  const rate = createRate(5_000);
  for (let second = 0; second <= 40; second += 4) rate.note(second * 1_000, second * 100);
  expect(rate.bytesPerSecond(40_000)).toBe(100);
});
