import { expect, test } from 'vitest';
import { patiently } from '../../../../../../main/engine/execute/transfer/patience.ts';
import { RemoteError } from '../../../../../../main/engine/ports/remote/remote.ts';
import { createVirtualTime } from '../../../../../support/engine/virtual-time.ts';

const never = new AbortController().signal;

/** How often a request is sent, and the pauses in between, when each attempt fails like this. */
async function attempts(error: Error, signal = never, onSleep: () => void = () => undefined) {
  const { clock, random, slept } = createVirtualTime();
  const sleep = async (ms: number) => {
    await clock.sleep(ms);
    onSleep();
  };
  const numbers: number[] = [];
  const ended = await patiently({ clock: { ...clock, sleep }, random }, signal, async (number) => {
    numbers.push(number);
    throw error;
  }).catch((caught: unknown) => caught);
  return { numbers, slept, ended };
}

test('a service that is away is asked four times, ever more seldom', async () => {
  const error = new RemoteError('offline', 'away');
  expect(await attempts(error)).toEqual({ numbers: [1, 2, 3, 4], slept: [1_000, 2_000, 4_000], ended: error });
});

test.each([
  ['named time up to half a minute is waited out', 'unavailable', 30_000, [30_000, 30_000, 30_000]],
  ['longer one is handed to the caller', 'rate_limited', 30_001, []],
  ['refusal is not repeated', 'no_permission', null, []],
  ['sign-in that has ended is not repeated', 'signed_out', null, []],
] as const)('a %s', async (_what, code, retryAfterMs, pauses) => {
  expect((await attempts(new RemoteError(code, code, { retryAfterMs }))).slept).toEqual(pauses);
});

test('a fault of ours is not repeated', async () => {
  expect((await attempts(new TypeError('bug'))).numbers).toEqual([1]);
});

test('one that is cancelled in a pause is not sent again', async () => {
  const cancelled = new AbortController();
  const cancel = () => cancelled.abort(new Error('enough'));
  const { numbers, ended } = await attempts(new RemoteError('offline', 'away'), cancelled.signal, cancel);
  expect([numbers, ended]).toEqual([[1], new Error('enough')]);
});
