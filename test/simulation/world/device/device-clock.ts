import type { Clock } from '../../../../main/engine/ports/clock.ts';
import type { Seam } from './seam.ts';

/** The clock of a process; it stops with the process. `skewMs`: its error. */
export function clockOn(seam: Seam, skewMs = 0): Clock {
  const nowMs = (): number => seam.time.nowMs() + skewMs;
  return {
    nowMs,
    today: () => new Date(nowMs()).toISOString().slice(0, 10),
    sleep: (ms, signal) => sleep(seam, ms, signal),
  };
}

/** Resolves after the time or on abort; never for a dead process. */
async function sleep({ time, awake }: Seam, ms: number, signal: AbortSignal | undefined): Promise<void> {
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
  await awake();
}
