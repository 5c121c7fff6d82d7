import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../main/engine/ports/clock.ts';
import type { Random } from '../../../main/engine/ports/random.ts';

/** A clock whose sleeps return after one turn of other work, and a record of the requested pauses. Random values are always the midpoint. */
export function createVirtualTime(): { readonly clock: Clock; readonly random: Random; readonly slept: number[] } {
  const slept: number[] = [];
  let nowMs = 1_700_000_000_000;
  let tokens = 0;
  return {
    slept,
    clock: {
      nowMs: () => nowMs,
      today: () => '2026-01-31',
      async sleep(ms) {
        slept.push(ms);
        nowMs += ms;
        await nextTurn();
      },
    },
    random: {
      fraction: () => 0.5,
      token: (length) => String((tokens += 1)).padStart(length, '0'),
    },
  };
}
