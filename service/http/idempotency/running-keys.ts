import { say } from '../../../contract/rules/say.ts';
import { Refusal } from '../../domain/refusal.ts';

/** The keys of the requests that this process is carrying out. */
export interface RunningKeys {
  /** Runs `work` as the only one with its key. @throws Refusal `idempotency_key_in_progress`. */
  alone<T>(userId: string, key: string, work: () => Promise<T>): Promise<T>;
  /** @throws Refusal `idempotency_key_in_progress` while a request with the key is running. */
  requireNone(userId: string, key: string): void;
}

/** Starts with no requests. */
export function createRunningKeys(): RunningKeys {
  const running = new Set<string>();
  const requireNone = (userId: string, key: string) => {
    if (!running.has(nameOf(userId, key))) return;
    const message = say`The first request with this key is still running. Repeat it after a while to get its answer.`;
    throw new Refusal('idempotency_key_in_progress', message, { retryAfterSeconds: 1 });
  };
  return {
    requireNone,
    alone: async (userId, key, work) => {
      requireNone(userId, key);
      const name = nameOf(userId, key);
      running.add(name);
      try {
        return await work();
      } finally {
        running.delete(name);
      }
    },
  };
}

/** Keys hold no spaces. */
function nameOf(userId: string, key: string): string {
  return `${userId} ${key}`;
}
