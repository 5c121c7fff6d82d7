import type { Clock } from './ports/clock.ts';

/** Lets one loop sleep until something happens or a time comes. */
export type Wake = {
  /** Something happened: the sleeper looks. Remembered when nobody sleeps. */
  ring(): void;
  /** Ends at the next ring (at once when one was missed), after `ms`, or when the signal aborts. Null: no time. */
  wait(ms: number | null, signal: AbortSignal): Promise<void>;
};

export function createWake(clock: Clock): Wake {
  let isRung = false;
  let sleeper: AbortController | null = null;
  return {
    ring: () => {
      isRung = true;
      sleeper?.abort();
    },
    wait: async (ms, signal) => {
      if (!isRung && !signal.aborted) {
        const own = new AbortController();
        sleeper = own;
        const stop = () => own.abort();
        signal.addEventListener('abort', stop, { once: true });
        // Longer than a day is as good as for ever, and a timer takes no more than 24 days.
        await clock.sleep(Math.max(0, Math.min(ms ?? LONGEST_MS, LONGEST_MS)), own.signal);
        signal.removeEventListener('abort', stop);
        sleeper = null;
      }
      isRung = false;
    },
  };
}

const LONGEST_MS = 24 * 60 * 60 * 1000;
