import { expect, test } from 'vitest';
import { createFollower } from '../../../../../../main/engine/root/state/follower.ts';
import { createVirtualTime } from '../../../../../support/engine/virtual-time.ts';

/** A follower whose waits take no time, and end as the test says: with news, or broken. */
function following({ hasSteps = false, takesMs = 0 }: { hasSteps?: boolean; takesMs?: number } = {}) {
  const { clock, random, slept } = createVirtualTime();
  const calls = { waits: 0, rings: 0 };
  const line = { isBroken: false };
  const waitForChange = async () => {
    calls.waits += 1;
    if (takesMs > 0) await clock.sleep(takesMs);
    if (line.isBroken) throw new Error('broken');
  };
  const parts = { remote: { waitForChange }, hasSteps: () => hasSteps, ring: () => void (calls.rings += 1) };
  const follower = createFollower({ clock, random }, parts);
  const stop = new AbortController();
  /** One wait to its end; the pauses after it. */
  const once = async (): Promise<number[]> => {
    const before = slept.length;
    follower.follow();
    await follower.ended();
    return slept.slice(before);
  };
  return { follower, once, calls, line, stop };
}

test('nothing is asked before the start and after the end, and one question at a time', async () => {
  const { follower, calls, stop } = following();
  follower.follow();
  expect(calls.waits).toBe(0);
  follower.start(stop.signal);
  follower.follow();
  follower.follow();
  await follower.ended();
  expect(calls).toEqual({ waits: 1, rings: 1 });
  stop.abort();
  follower.follow();
  expect(calls.waits).toBe(1);
});

test('on a line that breaks the first try is at once, later ones ever more seldom, until one holds', async () => {
  const { follower, once, line, calls, stop } = following();
  follower.start(stop.signal);
  line.isBroken = true;
  expect([await once(), await once(), await once(), await once()]).toEqual([[], [2_000], [4_000], [8_000]]);
  line.isBroken = false;
  expect(await once()).toEqual([]);
  line.isBroken = true;
  expect([await once(), await once()]).toEqual([[], [2_000]]);
  expect(calls).toEqual({ waits: 7, rings: 7 });
});

test('while steps run, their echoes are read twice a second; at rest a change is read at once', async () => {
  const busy = following({ hasSteps: true });
  busy.follower.start(busy.stop.signal);
  expect(await busy.once()).toEqual([500]);
  const slow = following({ hasSteps: true, takesMs: 600 });
  slow.follower.start(slow.stop.signal);
  expect(await slow.once()).toEqual([600]);
  const resting = following();
  resting.follower.start(resting.stop.signal);
  expect(await resting.once()).toEqual([]);
});
