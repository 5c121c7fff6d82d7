import { abortError } from '../../../ports/abort-error.ts';

/**
 * Limits the request bodies that share a slow line: with each, the others get slower, and a service cuts bodies that trickle. First
 * come, first served, but large bodies leave a place for small ones if there is more than one.
 */
export type UploadStreams = {
  /** Resolves with a function to call at the body's end. Rejects with the signal's reason if aborted while waiting. */
  enter(bytes: number, signal: AbortSignal | undefined): Promise<() => void>;
  /** Call regularly: the limit may have changed. */
  look(): void;
};

/** Each body gets at least this much, so that a service that wants a kilobyte per second is never in doubt. */
const LEAST_BYTES_PER_SECOND = 4_000;
const LARGE_BYTES = 1024 * 1024;

type Stream = { readonly isLarge: boolean; readonly admit: () => void };

/** `limit`: bytes per second; null: none. */
export function createUploadStreams(limit: () => number | null): UploadStreams {
  const active = new Set<Stream>();
  const waiting = new Set<Stream>();
  const fits = ({ isLarge }: Stream): boolean => {
    const bytesPerSecond = limit();
    if (bytesPerSecond === null) return true;
    const most = Math.max(1, Math.floor(bytesPerSecond / LEAST_BYTES_PER_SECOND));
    const large = [...active].filter((stream) => stream.isLarge).length;
    return active.size < most && (!isLarge || large < Math.max(1, most - 1));
  };
  const look = (): void => {
    for (const stream of waiting) {
      if (!fits(stream)) continue;
      waiting.delete(stream);
      active.add(stream);
      stream.admit();
    }
  };
  return {
    look,
    enter: (bytes, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const giveUp = (): void => {
          waiting.delete(stream);
          reject(abortError(signal));
        };
        const stream: Stream = {
          isLarge: bytes >= LARGE_BYTES,
          admit: () => {
            signal?.removeEventListener('abort', giveUp);
            resolve(() => {
              active.delete(stream);
              look();
            });
          },
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        waiting.add(stream);
        look();
      }),
  };
}
