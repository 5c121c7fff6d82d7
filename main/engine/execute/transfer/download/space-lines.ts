import { abortError } from '../../../ports/abort-error.ts';
import type { Clock } from '../../../ports/clock.ts';

/** No event reports freed space, so the disk is read this often while downloads wait. */
const LOOK_AGAIN_MS = 5_000;

type Wanted = { readonly root: string; readonly volume: string | null; readonly bytes: number };

type Waiter = Wanted & { readonly leave: () => void };

type Line = { readonly waiters: Set<Waiter>; wake: AbortController };

type Parts = {
  readonly clock: Pick<Clock, 'sleep'>;
  /** The free bytes beside the reserve. */
  readonly usableBytes: (root: string) => Promise<number>;
  readonly claimedBytes: (volume: string | null) => number;
};

/** The downloads that wait for space, one line per volume: a disk that does not answer holds up no other one. */
export function createSpaceLines({ clock, usableBytes, claimedBytes }: Parts) {
  const lines = new Map<string | null, Line>();
  /** Releases the downloads that now fit, or can't fit at all. If the disk can't be read, all leave: their claims report the error. */
  const look = async (volume: string | null, waiters: ReadonlySet<Waiter>): Promise<void> => {
    const [first] = waiters;
    if (first === undefined) return;
    let claimed = claimedBytes(volume);
    const usable = await usableBytes(first.root).catch(() => null);
    for (const { bytes, leave } of waiters) {
      const isPossible = usable !== null && usable >= bytes;
      if (isPossible && usable - bytes < claimed) continue;
      if (isPossible) claimed += bytes;
      leave();
    }
  };
  const watch = async (volume: string | null, line: Line): Promise<void> => {
    while (line.waiters.size > 0) {
      line.wake = new AbortController();
      await look(volume, line.waiters);
      if (line.waiters.size > 0) await clock.sleep(LOOK_AGAIN_MS, line.wake.signal);
    }
    lines.delete(volume);
  };
  const add = (waiter: Waiter): void => {
    const line = lines.get(waiter.volume);
    if (line !== undefined) {
      line.waiters.add(waiter);
      line.wake.abort();
      return;
    }
    const opened = { waiters: new Set([waiter]), wake: new AbortController() };
    lines.set(waiter.volume, opened);
    void watch(waiter.volume, opened);
  };
  return {
    /** Space may have become free on this volume. */
    look: (volume: string | null): void => lines.get(volume)?.wake.abort(),
    /** Rejects with the signal's reason. */
    wait: (wanted: Wanted, signal: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(abortError(signal));
        const giveUp = () => {
          lines.get(wanted.volume)?.waiters.delete(waiter);
          lines.get(wanted.volume)?.wake.abort();
          reject(abortError(signal));
        };
        const leave = () => {
          lines.get(wanted.volume)?.waiters.delete(waiter);
          signal.removeEventListener('abort', giveUp);
          resolve();
        };
        const waiter = { ...wanted, leave };
        signal.addEventListener('abort', giveUp, { once: true });
        add(waiter);
      }),
  };
}
