import { abortError } from '../../ports/abort-error.ts';

/** Lets a step wait until the remote tree has caught up with the service. */
export type CatchUps = {
  /** Resolves when a catch-up that began after this call succeeds; rejects when the signal aborts. */
  next(signal: AbortSignal): Promise<void>;
  /** Marks the start of a catch-up. Call the returned function when it succeeds; after a failure the waiters wait for the next one. */
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
