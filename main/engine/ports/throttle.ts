import type { Clock } from './clock.ts';

/** Runs `work` soon after a call, then at most once per `ms`; a call in between runs at the end of that interval. */
export function throttle(clock: Pick<Clock, 'sleep'>, ms: number, work: () => void): () => void {
  let isScheduled = false;
  let wasMissed = false;
  const schedule = (): void => {
    if (isScheduled) {
      wasMissed = true;
      return;
    }
    isScheduled = true;
    void Promise.resolve()
      .then(work)
      .then(() => clock.sleep(ms))
      .finally(() => {
        isScheduled = false;
        if (!wasMissed) return;
        wasMissed = false;
        schedule();
      });
  };
  return schedule;
}
