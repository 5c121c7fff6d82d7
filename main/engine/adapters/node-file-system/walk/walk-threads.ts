import { Worker } from 'node:worker_threads';
import { thisComputer } from '../local-stat.ts';
import type { WalkStart } from './walk-messages.ts';

/** How long an idle thread is kept: short walks often come in a row, and starting a thread takes about 50 ms. */
const KEEP_MS = 5000;

/** Walk threads. One stays available for a while after its walk; it does not keep the process alive. */
export type WalkThreads = {
  /** Starts a thread ahead of an upcoming walk, so that it gets ready in parallel. */
  startAhead(): void;
  take(): Worker;
  /** Only for a thread that has answered all its orders. */
  giveBack(worker: Worker): void;
};

export function createWalkThreads(workerData: WalkStart = thisComputer()): WalkThreads {
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
