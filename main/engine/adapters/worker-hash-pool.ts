import PQueue from 'p-queue';
import type { HashPool } from '../ports/hash-pool.ts';
import { hasBirthTimes } from './node-file-system/local-stat.ts';
import { type HashThread, startHashThread } from './worker-hash-pool/hash-thread.ts';

/** The `HashPool` port on `threads` worker threads, each started when it is first needed. */
export function createWorkerHashPool(threads = 2): HashPool {
  const birthTimes = hasBirthTimes();
  const queue = new PQueue({ concurrency: threads });
  const started: HashThread[] = [];
  const idle: HashThread[] = [];

  const take = (): HashThread => {
    const thread = idle.pop();
    if (thread !== undefined) return thread;
    const fresh = startHashThread(birthTimes);
    started.push(fresh);
    return fresh;
  };

  return {
    hash: (path, expect, signal) =>
      queue.add(
        async () => {
          const thread = take();
          try {
            return await thread.hash(path, expect, signal);
          } finally {
            idle.push(thread);
          }
        },
        signal === undefined ? {} : { signal },
      ),
    async close() {
      queue.clear();
      await Promise.all(started.map((thread) => thread.close()));
    },
  };
}
