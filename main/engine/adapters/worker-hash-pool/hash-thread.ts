import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FileToHash, HashAnswers, HashOrder, HashStart } from './hash-messages.ts';

/** One hash thread. Do not call `hash` again before the previous call ended. */
export type HashThread = {
  /** One answer per file, in order. Rejects if the thread ends before it answers. */
  hash(files: readonly FileToHash[]): Promise<HashAnswers>;
  /** Stops the large file in progress. */
  stop(): void;
  close(): Promise<void>;
};

export function startHashThread(start: HashStart): HashThread {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { workerData: start });
  // An idle pool does not keep the process alive; a running digest does.
  worker.unref();
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the hashing thread has ended')));
  });
  // Matters only to a running digest, which races against it.
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
