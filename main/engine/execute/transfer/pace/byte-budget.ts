import { abortError } from '../../../ports/abort-error.ts';

/** Limits the file bytes in memory across all transfers. First come, first served. */
export interface ByteBudget {
  /**
   * Resolves with a release function once `bytes` fit. A request larger than the budget is admitted alone, so that it does not
   * wait forever. Rejects with the signal's reason if aborted while waiting.
   */
  take(bytes: number, signal: AbortSignal): Promise<() => void>;
}

type Waiter = { readonly bytes: number; readonly enter: () => void };

export function createByteBudget(totalBytes: number): ByteBudget {
  let usedBytes = 0;
  const waiting: Waiter[] = [];
  const admit = () => {
    for (let next = waiting[0]; next && (usedBytes === 0 || usedBytes + next.bytes <= totalBytes); next = waiting[0]) {
      waiting.shift();
      usedBytes += next.bytes;
      next.enter();
    }
  };
  return {
    take(bytes, signal) {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        let isHeld = true;
        const release = () => {
          if (!isHeld) return;
          isHeld = false;
          usedBytes -= bytes;
          admit();
        };
        const giveUp = () => {
          waiting.splice(waiting.indexOf(waiter), 1);
          reject(abortError(signal));
          admit();
        };
        const waiter: Waiter = {
          bytes,
          enter: () => {
            signal.removeEventListener('abort', giveUp);
            resolve(release);
          },
        };
        signal.addEventListener('abort', giveUp, { once: true });
        waiting.push(waiter);
        admit();
      });
    },
  };
}
