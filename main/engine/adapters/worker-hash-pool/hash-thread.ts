import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Content, Fingerprint } from '../../model/entry.ts';
import { sha1 } from '../../model/ids.ts';
import { FileSystemError } from '../../ports/file-system.ts';
import type { HashAnswer, HashOrder, HashStart } from './hash-messages.ts';

/** One hashing thread. `hash` must not be called again before it ended. */
export type HashThread = {
  hash(path: string, expect: Fingerprint, signal?: AbortSignal): Promise<Content>;
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
    async hash(path, expect, signal) {
      worker.ref();
      const stop = (): void => send({ kind: 'stop' });
      try {
        const answered: Promise<unknown[]> = once(worker, 'message');
        send({ kind: 'hash', path, expect });
        signal?.addEventListener('abort', stop);
        const [answer] = await Promise.race([answered, ended]);
        return toContent(answer as HashAnswer, path, signal);
      } catch (error) {
        throw error instanceof FileSystemError || signal?.aborted === true
          ? error
          : new FileSystemError('io', path, `Cannot read the file "${path}": reading ended early.`, { cause: error });
      } finally {
        signal?.removeEventListener('abort', stop);
        worker.unref();
      }
    },
    async close() {
      await worker.terminate();
    },
  };
}

function toContent(answer: HashAnswer, path: string, signal: AbortSignal | undefined): Content {
  signal?.throwIfAborted();
  switch (answer.kind) {
    case 'done':
      return { sha1: sha1(answer.sha1), sizeBytes: answer.sizeBytes };
    case 'failed':
      throw new FileSystemError(answer.code, path, answer.message);
    case 'stopped':
      throw new FileSystemError('io', path, `Reading the file "${path}" was stopped.`);
  }
}
