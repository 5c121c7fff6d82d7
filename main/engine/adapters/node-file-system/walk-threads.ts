import { Worker } from 'node:worker_threads';
import { hasBirthTimes } from './local-stat.ts';
import type { WalkStart } from './walk-messages.ts';

/** How long a thread that has nothing to do is kept: many short walks come in a row, and a start costs some 50 ms. */
const KEEP_MS = 5000;

/** Walking threads: one is kept for a while after its walk; it does not keep the program alive. */
export type WalkThreads = {
  /** Starts one now, for a walk that is about to come: it gets ready while the program does something else. */
  startAhead(): void;
  take(): Worker;
  /** Only a thread that has answered all its orders. */
  giveBack(worker: Worker): void;
};

export function createWalkThreads(birthTimes = hasBirthTimes()): WalkThreads {
  const workerData: WalkStart = { birthTimes };
  let idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | null = null;
  const start = (): Worker => new Worker(new URL('./walk-worker.ts', import.meta.url), { workerData });
  const keep = (worker: Worker): void => {
    worker.unref();
    const timer = setTimeout(() => {
      idle = null;
      void worker.terminate();
    }, KEEP_MS);
    timer.unref();
    idle = { worker, timer };
  };
  return {
    startAhead() {
      if (idle === null) keep(start());
    },
    take() {
      if (idle === null) return start();
      const { worker, timer } = idle;
      idle = null;
      clearTimeout(timer);
      worker.ref();
      return worker;
    },
    giveBack(worker) {
      if (idle === null) keep(worker);
      else void worker.terminate();
    },
  };
}
