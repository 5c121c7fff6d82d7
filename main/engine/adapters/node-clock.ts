import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../ports/clock.ts';

/** The system clock. */
export function createNodeClock(): Clock {
  return {
    nowMs: () => Date.now(),
    today: () => isoDate(new Date()),
    async sleep(ms, signal) {
      const options = signal === undefined ? {} : { signal };
      try {
        // A timer takes at least a millisecond, too long for a pause between small portions of work.
        await (ms === 0 ? nextTurn(undefined, options) : delay(ms, undefined, options));
      } catch (error) {
        // The port promises that an abort ends the sleep without an error; the caller checks its own signal.
        if (signal?.aborted !== true) throw error;
      }
    },
  };
}

/** The date in the local time zone; `toISOString` would use UTC. */
function isoDate(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
