import type { Clock } from '../../ports/clock.ts';

/** Lets one loop sleep until an event or a deadline. */
export type Wake = {
  /** Wakes the sleeper; remembered if none is sleeping. */
  ring(): void;
  /** Resolves at the next ring (at once if one was missed), after `ms`, or when the signal aborts. Null: no deadline. */
  wait(ms: number | null, signal: AbortSignal): Promise<void>;
};

export function createWake(clock: Clock): Wake {
  let isRung = false;
  let sleeper: AbortController | null = null;
  return {
    ring: () => {
      isRung = true;
      sleeper?.abort(RUNG);
    },
    wait: async (ms, signal) => {
      if (!isRung && !signal.aborted) {
        const own = new AbortController();
        sleeper = own;
        const stop = () => own.abort(RUNG);
        signal.addEventListener('abort', stop, { once: true });
        // A day is practically forever, and timers support at most 24 days.
        await clock.sleep(Math.max(0, Math.min(ms ?? LONGEST_MS, LONGEST_MS)), own.signal);
        signal.removeEventListener('abort', stop);
        sleeper = null;
      }
      isRung = false;
    },
  };
}

/** Any reason will do. Without one, each ring creates an exception with its stack. */
const RUNG = 'rung';
const LONGEST_MS = 24 * 60 * 60 * 1000;
