import { expect, test } from 'vitest';
import { createAccountPace } from '../../../../main/api/account-pace.ts';
import { createVirtualTime } from '../../../support/engine/virtual-time.ts';

const LONGEST_WAIT_MS = 20_000;

/** Without a random part, so that each wait is exact. */
function pace(onSleep: () => void = () => undefined) {
  const { clock, slept } = createVirtualTime();
  let aheadMs = 0;
  const own = createAccountPace(
    {
      nowMs: () => clock.nowMs() + aheadMs,
      sleep: async (ms) => {
        await clock.sleep(ms);
        onSleep();
      },
      fraction: () => 0,
    },
    LONGEST_WAIT_MS,
  );
  const setClock = (byMs: number): void => {
    aheadMs += byMs;
  };
  return { own, slept, setClock };
}

test('[E102] a short pause does not end a longer one', async () => {
  const { own, slept } = pace();
  own.slowDown(429, 9_000);
  own.slowDown(429, 1_000);
  await own.ready(undefined);
  expect(slept).toEqual([9_000]);
});

test('[E102] a pause that grows while a request waits is waited out as well', async () => {
  let grown = false;
  const { own, slept } = pace(() => {
    if (!grown) own.slowDown(429, 3_000);
    grown = true;
  });
  own.slowDown(429, 2_000);
  await own.ready(undefined);
  expect(slept).toEqual([2_000, 3_000]);
});

test('[E102] without a named time the pause doubles up to a minute, until the service answers again', async () => {
  const waitAfter = async (refusals: number, isAnswered = false): Promise<number> => {
    const { own, slept } = pace();
    for (let count = 0; count < refusals; count++) own.slowDown(429, null);
    if (isAnswered) {
      own.answered();
      await own.ready(undefined);
      slept.splice(0);
      own.slowDown(429, null);
    }
    try {
      await own.ready(undefined);
    } catch (error) {
      return Reflect.get(Object(error), 'retryAfterMs') as number;
    }
    return slept.reduce((sum, ms) => sum + ms, 0);
  };
  // Half of the pause when the random part is 0.
  expect([await waitAfter(1), await waitAfter(2), await waitAfter(3)]).toEqual([500, 1_000, 2_000]);
  expect([await waitAfter(7), await waitAfter(20)]).toEqual([30_000, 30_000]);
  expect(await waitAfter(3, true)).toBe(500);
});

test('[E102] the longest wait is still waited out, and a longer one is handed to the caller', async () => {
  const { own, slept } = pace();
  own.slowDown(429, LONGEST_WAIT_MS);
  await own.ready(undefined);
  expect(slept).toEqual([LONGEST_WAIT_MS]);
  own.slowDown(429, LONGEST_WAIT_MS + 1);
  await expect(own.ready(undefined)).rejects.toMatchObject({ status: null, retryAfterMs: LONGEST_WAIT_MS + 1 });
});

test('[E102] a pause does not outlive a clock that is set back, and the next one is as long as the service asks', async () => {
  const { own, slept, setClock } = pace();
  own.slowDown(429, 1_000);
  await own.ready(undefined);
  setClock(-3_600_000);
  await own.ready(undefined);
  expect(slept).toEqual([1_000]);
  own.slowDown(429, 2_000);
  await own.ready(undefined);
  expect(slept).toEqual([1_000, 2_000]);
});

test('[E102] a request that is cancelled while it waits is not sent', async () => {
  const cancelled = new AbortController();
  const { own } = pace(() => cancelled.abort(new Error('enough')));
  own.slowDown(429, 2_000);
  await expect(own.ready(cancelled.signal)).rejects.toThrow('enough');
});
