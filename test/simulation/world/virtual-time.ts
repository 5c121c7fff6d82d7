import { setImmediate } from 'node:timers/promises';

/**
 * Virtual time, which advances only when no work is left at the current moment. Every wait in a run is a timer here, so one order of timers
 * determines the run (I14). Between two timers all pending work runs, down to the last microtask.
 */
export type VirtualTime = {
  nowMs(): number;
  /** Unique nanoseconds: the change time that a disk records. */
  nextNs(): bigint;
  /** Calls `run` after `delayMs`, after earlier timers of the same moment. Returns a function that cancels it. */
  at(delayMs: number, run: () => void): () => void;
  wait(delayMs: number): Promise<void>;
  /** Advances time until `untilMs`, or until `isOver` returns true (checked after each event). */
  pass(untilMs: number, isOver?: () => boolean): Promise<void>;
  /** Stops time until `work` ends: the service's work takes no virtual time, however long it really takes. */
  hold<Value>(work: Promise<Value>): Promise<Value>;
  /** Number of timers run. */
  readonly events: number;
};

type Timer = { readonly atMs: number; readonly order: number; readonly run: () => void };

/** Limit of events per run, to stop an engine that never rests. */
const MOST_EVENTS = 400_000;

export function startTime(beganMs: number): VirtualTime {
  let nowMs = beganMs;
  let order = 0;
  let events = 0;
  let lastNs = 0n;
  const timers: Timer[] = [];
  let held = 0;
  let released = (): void => {};
  const settle = async (): Promise<void> => {
    await setImmediate();
    while (held > 0) {
      await new Promise<void>((resolve) => {
        released = resolve;
      });
      await setImmediate();
    }
  };
  const hold = <Value>(work: Promise<Value>): Promise<Value> => {
    held += 1;
    return work.finally(() => {
      held -= 1;
      if (held === 0) released();
    });
  };
  const at = (delayMs: number, run: () => void): (() => void) => {
    // Clocks count whole milliseconds.
    const timer = { atMs: nowMs + Math.max(0, Math.ceil(delayMs)), order: order++, run };
    timers.splice(placeOf(timers, timer), 0, timer);
    return () => {
      const index = timers.indexOf(timer);
      if (index >= 0) timers.splice(index, 1);
    };
  };
  return {
    nowMs: () => nowMs,
    nextNs() {
      const now = BigInt(Math.floor(nowMs)) * 1_000_000n;
      lastNs = now > lastNs ? now : lastNs + 1n;
      return lastNs;
    },
    at,
    hold,
    wait: (delayMs) => new Promise((resolve) => void at(delayMs, resolve)),
    async pass(untilMs, isOver = () => false) {
      await settle();
      for (let timer = timers[0]; timer !== undefined && timer.atMs <= untilMs && !isOver(); timer = timers[0]) {
        timers.shift();
        nowMs = timer.atMs;
        events += 1;
        if (events > MOST_EVENTS) throw new Error(`still busy after ${MOST_EVENTS} events`);
        timer.run();
        await settle();
      }
      if (!isOver()) nowMs = Math.max(nowMs, untilMs);
    },
    get events() {
      return events;
    },
  };
}

/** The list is sorted, next timer first. */
function placeOf(timers: readonly Timer[], timer: Timer): number {
  let [low, high] = [0, timers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = timers[middle];
    if (other !== undefined && (other.atMs < timer.atMs || (other.atMs === timer.atMs && other.order < timer.order))) {
      low = middle + 1;
    } else high = middle;
  }
  return low;
}

/** The time according to a computer with a wrong clock. */
export function skewed(time: VirtualTime, skewMs: number): VirtualTime {
  const skewNs = BigInt(skewMs) * 1_000_000n;
  return { ...time, nowMs: () => time.nowMs() + skewMs, nextNs: () => time.nextNs() + skewNs };
}
