import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../ports/clock.ts';

/** The clock of this machine. */
export function createNodeClock(): Clock {
  return {
    nowMs: () => Date.now(),
    today: () => isoDate(new Date()),
    async sleep(ms, signal) {
      try {
        await delay(ms, undefined, signal === undefined ? {} : { signal });
      } catch (error) {
        // The port promises an early end without an error; the caller looks at its own signal.
        if (signal?.aborted !== true) throw error;
      }
    },
  };
}

/** The date in the person's own time zone; `toISOString` would give the one in Greenwich. */
function isoDate(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
