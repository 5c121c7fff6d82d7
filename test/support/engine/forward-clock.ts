import type { Clock } from '../../../main/engine/ports/clock.ts';

/** The system's clock, which a test sets forward. */
export function createForwardClock(system: Clock) {
  let aheadMs = 0;
  const sleepers = new Set<{ readonly untilMs: number; readonly wake: () => void }>();
  const clock: Clock = {
    ...system,
    nowMs: () => system.nowMs() + aheadMs,
    async sleep(ms, signal) {
      const woken = new AbortController();
      const sleeper = { untilMs: clock.nowMs() + ms, wake: () => woken.abort() };
      sleepers.add(sleeper);
      await system.sleep(ms, AbortSignal.any([woken.signal, ...(signal === undefined ? [] : [signal])]));
      sleepers.delete(sleeper);
    },
  };
  return {
    clock,
    /** Ends each sleep that would have ended by then. */
    advance(ms: number) {
      aheadMs += ms;
      for (const { untilMs, wake } of sleepers) if (untilMs <= clock.nowMs()) wake();
    },
  };
}

export type ForwardClock = ReturnType<typeof createForwardClock>;

/** The clock of this machine, moved by the test. */
export function movableClock() {
  const moved = { ms: 0 };
  const clock = (real: Clock): Clock => ({
    today: () => real.today(),
    nowMs: () => real.nowMs() + moved.ms,
    // An hour of the engine passes in a moment: the waits are not under test here.
    sleep: (ms, signal) => real.sleep(Math.min(ms, 200), signal),
  });
  return { clock, moved };
}
