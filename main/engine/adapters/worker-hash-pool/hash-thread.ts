import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FileToHash, HashAnswers, HashOrder, HashStart } from './hash-messages.ts';

/** One hashing thread. `hash` must not be called again before it ended. */
export type HashThread = {
  /** One answer for each file, in their order. Rejects when the thread ended before it could answer. */
  hash(files: readonly FileToHash[]): Promise<HashAnswers>;
  /** Ends the large file that it is at. */
  stop(): void;
  close(): Promise<void>;
};

export function startHashThread(birthTimes: boolean): HashThread {
  const start: HashStart = { birthTimes };
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { workerData: start });
  // An idle pool does not keep the program alive; a running digest does.
  worker.unref();
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the hashing thread has ended')));
  });
  // Only a running digest cares.
  ended.catch(() => undefined);
  const send = (order: HashOrder): void => worker.postMessage(order);
  return {
    async hash(files) {
      worker.ref();
      try {
        const answered: Promise<unknown[]> = once(worker, 'message');
        send({ kind: 'hash', files });
        const [answers] = await Promise.race([answered, ended]);
        return answers as HashAnswers;
      } finally {
        worker.unref();
      }
    },
    stop: () => send({ kind: 'stop' }),
    async close() {
      await worker.terminate();
    },
  };
}
