import type { Chance } from '../chance.ts';
import type { VirtualTime } from '../virtual-time.ts';

/**
 * The boundary between a device and the world. Every call through it takes a random time, so completion order is random too. Once the device is
 * dead, pending calls never finish, and later calls have no effect.
 */
export type Seam = {
  readonly time: VirtualTime;
  /** Waits a random time; for a dead device, forever. `return`: on the way back from an effect. */
  cross(way?: Way): Promise<void>;
  /** Resolves when the computer is awake; for a dead device, never. */
  awake(): Promise<void>;
  isAlive(): boolean;
};

type Way = 'call' | 'return';

export type Process = Seam & {
  kill(): void;
  /** Suspends everything for this long. */
  sleep(forMs: number): void;
};

export type SeamOptions = {
  readonly time: VirtualTime;
  readonly schedule: Chance;
  readonly longestMs: number;
  /** All calls take equally long. */
  readonly isCalm?: boolean;
  /** Called at each crossing: true kills the process here. */
  readonly dies?: (way: Way) => boolean;
};

export function openSeam({ time, schedule, longestMs, isCalm = false, dies = () => false }: SeamOptions): Process {
  let alive = true;
  let sleepsUntilMs = 0;
  const awake = async (): Promise<void> => {
    while (alive && time.nowMs() < sleepsUntilMs) await time.wait(sleepsUntilMs - time.nowMs());
    // A dead process waits forever.
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
    async cross(way = 'call') {
      const drawnMs = schedule.below(longestMs + 1);
      if (alive) await time.wait(isCalm ? 1 : drawnMs);
      if (alive) dies(way);
      await awake();
    },
  };
}
