import { abortError } from '../../ports/abort-error.ts';

/** Lets work pass while open and holds it while closed. */
export interface PauseGate {
  readonly isClosed: boolean;
  close(): void;
  open(): void;
  /** Resolves at once if open, otherwise when it opens; rejects with the signal's reason on abort. */
  pass(signal: AbortSignal): Promise<void>;
}

export function createPauseGate(): PauseGate {
  let waiting: Set<() => void> | null = null;
  return {
    get isClosed() {
      return waiting !== null;
    },
    close() {
      waiting ??= new Set();
    },
    open() {
      const released = waiting ?? [];
      waiting = null;
      for (const release of released) release();
    },
    async pass(signal) {
      signal.throwIfAborted();
      const held = waiting;
      if (!held) return;
      await new Promise<void>((resolve, reject) => {
        const release = () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        };
        const giveUp = () => {
          held.delete(release);
          reject(abortError(signal));
        };
        held.add(release);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
  };
}
