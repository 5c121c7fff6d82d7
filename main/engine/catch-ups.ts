import { abortError } from './transfer/abort-error.ts';

/** Lets a step wait until the service was asked for everything that is new. */
export type CatchUps = {
  /** Resolves when a catching up has ended well that began after this call; rejects when the signal aborts. */
  next(signal: AbortSignal): Promise<void>;
  /** One begins. Call what it returns when it has ended well; when it has not, those who wait for it wait for the next one. */
  begin(): () => void;
};

type Waiting = { readonly done: () => void };

export function createCatchUps(ask: () => void): CatchUps {
  const waiting = new Set<Waiting>();
  return {
    next: (signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const leave = () => {
          waiting.delete(one);
          signal.removeEventListener('abort', abort);
        };
        const abort = () => {
          leave();
          reject(abortError(signal));
        };
        const one: Waiting = {
          done: () => {
            leave();
            resolve();
          },
        };
        signal.addEventListener('abort', abort, { once: true });
        waiting.add(one);
        ask();
      }),
    begin: () => {
      const asked = [...waiting];
      return () => {
        for (const one of asked) one.done();
      };
    },
  };
}
