import { setImmediate } from 'node:timers/promises';

/**
 * Time that only passes when nothing is left to do at a moment. All waiting of a run is a timer in here, so one order of timers
 * is one run (I14): between two timers everything that became possible is done, to the last microtask.
 */
export type VirtualTime = {
  nowMs(): number;
  /** Nanoseconds, never the same twice: what a disk writes down as the time of a change. */
  nextNs(): bigint;
  /** Calls `run` after `delayMs`, after all that was set for the same moment before. Returns the end of it. */
  at(delayMs: number, run: () => void): () => void;
  wait(delayMs: number): Promise<void>;
  /** Lets time pass until `untilMs`, or until `isOver` says so (asked after each event). */
  pass(untilMs: number, isOver?: () => boolean): Promise<void>;
  /** Time stands still until `work` has ended: what the service does takes no virtual time, however long it really takes. */
  hold<Value>(work: Promise<Value>): Promise<Value>;
  /** Timers that were run. */
  readonly events: number;
};

type Timer = { readonly atMs: number; readonly order: number; readonly run: () => void };

/** Nothing in a run may take longer than this many events: an engine that never rests would run for ever. */
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

/** The list is in order, the next timer first. */
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
