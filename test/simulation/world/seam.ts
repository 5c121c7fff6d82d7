import type { Chance } from './chance.ts';
import type { VirtualTime } from './virtual-time.ts';

/**
 * Where a device meets the world. Every call through it takes a drawn while, so that the order in which things end is drawn
 * too; and once the device is dead, nothing that it began ends any more, and nothing of what it still does has an effect.
 */
export type Seam = {
  readonly time: VirtualTime;
  /** Waits some while, then goes on; for a dead device, never. */
  cross(): Promise<void>;
  isAlive(): boolean;
};

export function openSeam(time: VirtualTime, schedule: Chance, longestMs: number): Seam & { kill(): void } {
  let alive = true;
  return {
    time,
    isAlive: () => alive,
    kill: () => {
      alive = false;
    },
    async cross() {
      if (alive) await time.wait(schedule.below(longestMs + 1));
      // What a dead process waits for never comes.
      if (!alive) await new Promise<never>(() => {});
    },
  };
}
