import PQueue from 'p-queue';
import { abortError } from '../../ports/abort-error.ts';

/** Lets a limited number of transfers run at a time; first come, first served. */
export type Lane = {
  /** Resolves with the function that leaves the lane. Rejects at once with the signal's reason if it aborts before. */
  enter(signal: AbortSignal): Promise<() => void>;
  pause(): void;
  start(): void;
};

export function createLane(concurrency: number): Lane {
  const queue = new PQueue({ concurrency });
  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(abortError(signal));
        const giveUp = () => reject(abortError(signal));
        signal.addEventListener('abort', giveUp, { once: true });
        // Its turn still comes after an abort, and ends at once.
        void queue.add(() => {
          if (signal.aborted) return Promise.resolve();
          signal.removeEventListener('abort', giveUp);
          return new Promise<void>((leave) => resolve(leave));
        });
      }),
    pause: () => queue.pause(),
    start: () => void queue.start(),
  };
}
