import PQueue from 'p-queue';
import type { Clock } from '../../ports/clock.ts';
import { RemoteError } from '../../ports/remote/remote.ts';

/** Adapts the number of concurrent requests of one kind: more while throughput grows, fewer when the service pushes back. */
export type AdaptiveWidth = {
  run<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
  readonly width: number;
};

const NARROWEST = 2;
const FIRST = 8;
const WIDEST = 24;
/** Keep a wider setting only if it brings this much. */
const WORTHWHILE = 1.05;

export function createAdaptiveWidth(clock: Pick<Clock, 'nowMs'>): AdaptiveWidth {
  const queue = new PQueue({ concurrency: FIRST });
  let [direction, bestPerMs, done, sinceMs] = [1, 0, 0, clock.nowMs()];
  const begin = (): void => {
    [done, sinceMs] = [0, clock.nowMs()];
  };
  const resize = (width: number): void => {
    queue.concurrency = Math.min(WIDEST, Math.max(NARROWEST, width));
    begin();
  };
  /** Judge the last change after three rounds at the current width. */
  const judge = (): void => {
    done += 1;
    if (queue.size === 0) return begin();
    if (done < queue.concurrency * 3) return;
    const perMs = done / Math.max(1, clock.nowMs() - sinceMs);
    if (perMs < bestPerMs * WORTHWHILE) direction = -direction;
    // Decay the old best: line conditions change.
    bestPerMs = Math.max(perMs, bestPerMs * 0.9);
    resize(queue.concurrency + direction * 2);
  };
  const tooMuch = (error: unknown): void => {
    const isTooMuch = error instanceof RemoteError && (error.code === 'rate_limited' || error.code === 'unavailable');
    if (!isTooMuch) return;
    direction = 1;
    resize(Math.floor(queue.concurrency / 2));
  };
  return {
    get width() {
      return queue.concurrency;
    },
    run: (work, signal) =>
      queue.add(
        async () => {
          signal?.throwIfAborted();
          try {
            const result = await work();
            judge();
            return result;
          } catch (error) {
            tooMuch(error);
            throw error;
          }
        },
        signal === undefined ? {} : { signal },
      ),
  };
}
