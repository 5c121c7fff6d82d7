import { expect, test } from 'vitest';
import { createAccountPace } from '../../../../main/api/account-pace.ts';
import { createVirtualTime } from '../../../support/engine/virtual-time.ts';

const LONGEST_WAIT_MS = 20_000;

/** Without a random part, so that each wait is exact. */
function pace(onSleep: () => void = () => undefined, longestWaitMs = LONGEST_WAIT_MS) {
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
    longestWaitMs,
  );
  const setClock = (byMs: number): void => {
    aheadMs += byMs;
  };
  /** Sends one request, which the service refuses. */
  const refuse = async (status: 429 | 503, retryAfterMs: number | null): Promise<void> =>
    own.slowDown(status, retryAfterMs, await own.ready(undefined));
  return { own, slept, setClock, refuse };
}

test('[E102] a short pause does not end a longer one', async () => {
  const { own, slept } = pace();
  own.slowDown(429, 9_000, 0);
  own.slowDown(429, 1_000, 0);
  await own.ready(undefined);
  expect(slept).toEqual([9_000]);
});

test('[E102] a pause that grows while a request waits is waited out as well', async () => {
  let grown = false;
  const { own, slept } = pace(() => {
    if (!grown) own.slowDown(429, 3_000, 0);
    grown = true;
  });
  own.slowDown(429, 2_000, 0);
  await own.ready(undefined);
  expect(slept).toEqual([2_000, 3_000]);
});

test('[E102] without a named time the pause doubles up to a minute, until the service answers again', async () => {
  const { own, slept, refuse } = pace(undefined, 60_000);
  for (let refusal = 1; refusal <= 9; refusal++) await refuse(503, null);
  await own.ready(undefined);
  // Half of the pause when the random part is 0.
  expect(slept).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  own.answered();
  slept.splice(0);
  await refuse(503, null);
  await own.ready(undefined);
  expect(slept).toEqual([500]);
});

test('[E102] refusals of requests that were in flight together are one, and the longest named time counts', async () => {
  const { own, slept } = pace();
  const together = await Promise.all(Array.from({ length: 8 }, () => own.ready(undefined)));
  for (const pausesBefore of together) own.slowDown(429, null, pausesBefore);
  await own.ready(undefined);
  expect(slept).toEqual([500]);
  for (const pausesBefore of together) own.slowDown(429, null, pausesBefore);
  own.slowDown(429, 3_000, 0);
  await own.ready(undefined);
  expect(slept).toEqual([500, 3_000]);
});

test('[E102] a pause too long to wait out says whether the service named it', async () => {
  const said = async (retryAfterMs: number | null) => {
    const { own } = pace(undefined, 100);
    own.slowDown(503, retryAfterMs, await own.ready(undefined));
    return own.ready(undefined).catch(String);
  };
  expect(await said(2_000)).toContain('The service asked to wait 2 s before the next request.');
  expect(await said(null)).toContain('The service is overloaded. Tandem waits 1 s before the next request.');
});

test('[E102] the longest wait is still waited out, and a longer one is handed to the caller', async () => {
  const { own, slept } = pace();
  own.slowDown(429, LONGEST_WAIT_MS, 0);
  await own.ready(undefined);
  expect(slept).toEqual([LONGEST_WAIT_MS]);
  own.slowDown(429, LONGEST_WAIT_MS + 1, 0);
  await expect(own.ready(undefined)).rejects.toMatchObject({ status: null, retryAfterMs: LONGEST_WAIT_MS + 1 });
});

test('[E102] a pause does not outlive a clock that is set back, and the next one is as long as the service asks', async () => {
  const { own, slept, setClock } = pace();
  own.slowDown(429, 1_000, 0);
  await own.ready(undefined);
  setClock(-3_600_000);
  await own.ready(undefined);
  expect(slept).toEqual([1_000]);
  own.slowDown(429, 2_000, 0);
  await own.ready(undefined);
  expect(slept).toEqual([1_000, 2_000]);
});

test('[E102] a request that is cancelled while it waits is not sent', async () => {
  const cancelled = new AbortController();
  const { own } = pace(() => cancelled.abort(new Error('enough')));
  own.slowDown(429, 2_000, 0);
  await expect(own.ready(cancelled.signal)).rejects.toThrow('enough');
});
