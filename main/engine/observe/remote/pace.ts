import type { Clock } from '../../ports/clock.ts';

/** The most items written between two turns of other work: a few milliseconds (E120). */
export const MOST_AT_ONCE = 100;

/** Lets other work have its turn between writes, including writes that begin side by side. */
export type Pace = {
  /** Resolves when this many items, at most `MOST_AT_ONCE`, may be written. */
  turnFor(items: number): Promise<void>;
};

export function createPace(clock: Pick<Clock, 'sleep'>): Pace {
  let written = 0;
  let pause: Promise<void> | null = null;
  const rest = async (): Promise<void> => {
    await clock.sleep(0);
    written = 0;
    pause = null;
  };
  return {
    async turnFor(items) {
      while (written > 0 && written + items > MOST_AT_ONCE) await (pause ??= rest());
      written += items;
    },
  };
}
