import { expect, test } from 'vitest';
import { backoffMs, createPace } from '../../../../../main/engine/transfer/pace.ts';
import { createVirtualTime } from '../../../../support/virtual-time.ts';

test('[I11] each failure doubles the pause, from 2 s to 15 min', () => {
  expect([1, 2, 3, 4].map((failures) => backoffMs(failures, 0.5))).toEqual([2_000, 4_000, 8_000, 16_000]);
  expect(backoffMs(50, 0.5)).toBe(900_000);
});

test('chance spreads a pause from half to one and a half of it', () => {
  expect([backoffMs(1, 0), backoffMs(1, 0.999)]).toEqual([1_000, 2_998]);
});

test('[E102] what the service asks for is never cut short, and one path does not hold another', () => {
  const { clock, random } = createVirtualTime();
  const pace = createPace(clock, random);
  const start = clock.nowMs();
  expect(pace.failed('a', 60_000)).toBe(start + 60_000);
  expect(pace.failed('a')).toBe(start + 4_000);
  expect(pace.retryAtMs('b')).toBeNull();
  pace.succeeded('a');
  expect(pace.retryAtMs('a')).toBeNull();
  expect(pace.failed('a')).toBe(start + 2_000);
});

test('a reset lets all be tried at once', () => {
  const { clock, random } = createVirtualTime();
  const pace = createPace(clock, random);
  pace.failed('a');
  pace.reset();
  expect(pace.retryAtMs('a')).toBeNull();
});
