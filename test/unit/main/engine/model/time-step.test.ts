import { expect, test } from 'vitest';
import { timeStepLeftMs } from '../../../../../main/engine/model/time-step.ts';
import { timeStepOver } from '../../../../../main/engine/ports/clock.ts';
import { createVirtualTime } from '../../../../support/engine/virtual-time.ts';

const BEGAN = 1_700_000_000_000;
const left = (mtimeNs: bigint, nowMs: number): number => timeStepLeftMs({ mtimeNs: String(mtimeNs) }, nowMs);
const ns = (ms: number): bigint => BigInt(ms) * 1_000_000n;

test('the step of a time follows from the time: two seconds, one, a hundredth, or none', () => {
  expect(left(ns(BEGAN), BEGAN + 700)).toBe(1_300);
  expect(left(ns(BEGAN + 1_000), BEGAN + 1_700)).toBe(300);
  expect(left(ns(BEGAN + 130), BEGAN + 134)).toBe(6);
  expect(left(ns(BEGAN + 130) + 1n, BEGAN + 130)).toBe(0);
});

test('a step is over at its end; a time may be rounded up to the next step, and one further ahead is not waited for', () => {
  expect(left(ns(BEGAN), BEGAN + 2_000)).toBe(0);
  expect(left(ns(BEGAN), BEGAN - 2_000)).toBe(4_000);
  expect(left(ns(BEGAN), BEGAN - 2_001)).toBe(0);
  expect(left(ns(BEGAN + 130) + 1n, BEGAN + 129)).toBe(0);
});

test('waiting ends with the step', async () => {
  const { clock, slept } = createVirtualTime();
  const began = Math.floor(clock.nowMs() / 2_000) * 2_000;
  const leftMs = began + 2_000 - clock.nowMs();
  await timeStepOver(clock, { mtimeNs: String(ns(began)) });
  await timeStepOver(clock, { mtimeNs: String(ns(began) + 1n) });
  expect(slept).toEqual([leftMs]);
});
