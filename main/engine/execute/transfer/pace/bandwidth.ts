import { type BandwidthPlan, limitAt, UNLIMITED, type WeekTime } from '../../../model/transfer/bandwidth.ts';
import type { Clock } from '../../../ports/clock.ts';
import { createUploadStreams, type UploadStreams } from './upload-streams.ts';

/**
 * Enforces the bandwidth plan across all transfers of the account. Waiters take turns, one small piece at a time, so that streams
 * share the line evenly and a huge file never starves small ones (SPEC P76).
 */
export type Bandwidth = {
  readonly plan: BandwidthPlan;
  /** Takes effect at once, for waiters too. */
  setPlan(plan: BandwidthPlan): void;
  /** Is a limit in force now? Without one, callers can skip `take`. */
  isLimited(direction: Direction): boolean;
  /** Resolves when this many bytes may be sent or received. Rejects with the signal's reason. */
  take(direction: Direction, bytes: number, signal: AbortSignal | undefined): Promise<void>;
  /** Resolves when another upload body of this size may begin; see `UploadStreams`. */
  enter: UploadStreams['enter'];
};

type Direction = keyof BandwidthPlan;

/** How often waiters recheck the plan, so that a new schedule slot or setting takes effect soon. */
const LOOK_AGAIN_MS = 1_000;
/** Unused credit is capped at this much time: a pause does not allow a burst. */
const CREDIT_MS = 250;

/** `weekTime` converts to the user's local time of the week. */
export function createBandwidth(clock: Clock, weekTime: (nowMs: number) => WeekTime): Bandwidth {
  let plan = UNLIMITED;
  const limitOf = (direction: Direction): number | null => limitAt(plan[direction], weekTime(clock.nowMs()));
  const streams = createUploadStreams(() => limitOf('up'));
  const buckets = { up: createBucket(clock, () => limitOf('up')), down: createBucket(clock, () => limitOf('down')) };
  return {
    get plan() {
      return plan;
    },
    setPlan(wanted) {
      plan = wanted;
      streams.look();
    },
    isLimited: (direction) => limitOf(direction) !== null,
    take: (direction, bytes, signal) => {
      streams.look();
      return buckets[direction](bytes, signal);
    },
    enter: streams.enter,
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
