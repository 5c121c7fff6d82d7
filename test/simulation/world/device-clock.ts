import type { Clock } from '../../../main/engine/ports/clock.ts';
import type { Seam } from './seam.ts';

/** The clock of a process: it stops with it. */
export function clockOn(seam: Seam): Clock {
  const { nowMs } = seam.time;
  return {
    nowMs,
    today: () => new Date(nowMs()).toISOString().slice(0, 10),
    sleep: (ms, signal) => sleep(seam, ms, signal),
  };
}

/** Ends after the time or early; of a dead process never. */
async function sleep({ time, isAlive }: Seam, ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    if (signal?.aborted) return resolve();
    const end = (): void => {
      stop();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const stop = time.at(ms, end);
    signal?.addEventListener('abort', end);
  });
  if (!isAlive()) await new Promise<never>(() => {});
}
