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
  /** Resolves when the computer does not sleep; for a dead device, never. */
  awake(): Promise<void>;
  isAlive(): boolean;
};

export type Process = Seam & {
  kill(): void;
  /** Nothing goes on for this long. */
  sleep(forMs: number): void;
};

export type SeamOptions = {
  readonly time: VirtualTime;
  readonly schedule: Chance;
  readonly longestMs: number;
  /** Everything takes equally long. */
  readonly isCalm?: boolean;
  /** Asked at each crossing: does the process end here? Who says yes kills it. */
  readonly dies?: () => boolean;
};

export function openSeam({ time, schedule, longestMs, isCalm = false, dies = () => false }: SeamOptions): Process {
  let alive = true;
  let sleepsUntilMs = 0;
  const awake = async (): Promise<void> => {
    while (alive && time.nowMs() < sleepsUntilMs) await time.wait(sleepsUntilMs - time.nowMs());
    // What a dead process waits for never comes.
    if (!alive) await new Promise<never>(() => {});
  };
  return {
    time,
    awake,
    isAlive: () => alive,
    kill: () => {
      alive = false;
    },
    sleep: (forMs) => {
      sleepsUntilMs = Math.max(sleepsUntilMs, time.nowMs() + forMs);
    },
    async cross() {
      const drawnMs = schedule.below(longestMs + 1);
      if (alive) await time.wait(isCalm ? 1 : drawnMs);
      if (alive) dies();
      await awake();
    },
  };
}
