import { type BandwidthPlan, limitAt, UNLIMITED, type WeekTime } from '../model/bandwidth.ts';
import type { Clock } from '../ports/clock.ts';

/**
 * Keeps the bytes of files within the limits of the plan, for all transfers of the account together. Who waits has a turn, one small
 * piece at a time, so that many streams share the line evenly and a huge file never starves small ones (sync-engine.md 5).
 */
export type Bandwidth = {
  readonly plan: BandwidthPlan;
  /** Holds at once, also for what waits. */
  setPlan(plan: BandwidthPlan): void;
  /** Is there a limit now? Without one nobody needs to ask for pieces. */
  isLimited(direction: Direction): boolean;
  /** Resolves when so many bytes may go. Rejects with the signal's reason. */
  take(direction: Direction, bytes: number, signal: AbortSignal | undefined): Promise<void>;
};

type Direction = keyof BandwidthPlan;

/** The plan is looked at again after this, so that a change of hours or of the person's mind is felt soon. */
const LOOK_AGAIN_MS = 1_000;
/** What was not used is kept for this long: a pause is no credit for a burst. */
const CREDIT_MS = 250;

/** `weekTime` says what time of the week it is where the person lives. */
export function createBandwidth(clock: Clock, weekTime: (nowMs: number) => WeekTime): Bandwidth {
  let plan = UNLIMITED;
  const limitOf = (direction: Direction): number | null => limitAt(plan[direction], weekTime(clock.nowMs()));
  const buckets = { up: createBucket(clock, () => limitOf('up')), down: createBucket(clock, () => limitOf('down')) };
  return {
    get plan() {
      return plan;
    },
    setPlan(wanted) {
      plan = wanted;
    },
    isLimited: (direction) => limitOf(direction) !== null,
    take: (direction, bytes, signal) => buckets[direction](bytes, signal),
  };
}

/** A token bucket that may go into debt by one piece; first come, first served. */
function createBucket(clock: Clock, limit: () => number | null) {
  let credit = 0;
  let atMs = clock.nowMs();
  let turn: Promise<void> = Promise.resolve();
  const refill = (bytesPerSecond: number): void => {
    const nowMs = clock.nowMs();
    const most = (bytesPerSecond * CREDIT_MS) / 1000;
    credit = Math.min(credit + (bytesPerSecond * Math.max(0, nowMs - atMs)) / 1000, most);
    atMs = nowMs;
  };
  const pass = async (bytes: number, signal: AbortSignal | undefined): Promise<void> => {
    for (;;) {
      signal?.throwIfAborted();
      const bytesPerSecond = limit();
      if (bytesPerSecond === null) {
        [credit, atMs] = [0, clock.nowMs()];
        return;
      }
      refill(bytesPerSecond);
      if (credit >= 0) {
        credit -= bytes;
        return;
      }
      await clock.sleep(Math.min(LOOK_AGAIN_MS, Math.ceil((-credit * 1000) / bytesPerSecond)), signal);
    }
  };
  return (bytes: number, signal: AbortSignal | undefined): Promise<void> => {
    const own = turn.then(() => pass(bytes, signal));
    turn = own.catch(() => undefined);
    return own;
  };
}
