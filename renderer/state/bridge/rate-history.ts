import type { Status } from '../../../preload/ipc/shapes/status.ts';
import type { ConnectionState } from '../../../preload/ipc/transport/bridge.ts';
import { type Store, writableStore } from './store.ts';

/** The rates of the last five minutes, one sample a second, newest last. Null where the window was not connected. */
export type RateHistory = Store<readonly RateSample[]>;

export type RateSample = { readonly atMs: number; readonly up: number | null; readonly down: number | null };

export const RATE_WINDOW_MS = 300_000;
const SAMPLE_EVERY_MS = 1000;

export function rateHistory(
  status: Store<Status | null>,
  connection: Store<ConnectionState>,
  over: AbortSignal,
): RateHistory {
  const history = writableStore<readonly RateSample[]>([]);
  const sampling = setInterval(() => {
    const rate = connection.get() === 'connected' ? status.get()?.rate : undefined;
    history.set(
      withSample(history.get(), {
        atMs: Date.now(),
        up: rate?.upBytesPerSecond ?? null,
        down: rate?.downBytesPerSecond ?? null,
      }),
    );
  }, SAMPLE_EVERY_MS);
  over.addEventListener('abort', () => clearInterval(sampling));
  return history;
}

/**
 * Adds a sample, and drops those that are too old or not before it: a chart draws a step where two share a moment, and a clock may be set back.
 */
export function withSample(history: readonly RateSample[], sample: RateSample): readonly RateSample[] {
  const oldestMs = sample.atMs - RATE_WINDOW_MS;
  return [...history.filter(({ atMs }) => atMs >= oldestMs && atMs < sample.atMs), sample];
}

/** Puts the samples that the engine has kept before those that this window has seen, which begin once it knows the status. */
export function withEarlier(kept: readonly RateSample[], seen: readonly RateSample[]): readonly RateSample[] {
  const known = seen.slice(
    Math.max(
      0,
      seen.findIndex(({ up }) => up !== null),
    ),
  );
  const begunMs = known[0]?.atMs ?? Number.POSITIVE_INFINITY;
  const endedMs = seen.at(-1)?.atMs ?? kept.at(-1)?.atMs ?? 0;
  const earlier = kept.filter(({ atMs }) => atMs < begunMs && atMs >= endedMs - RATE_WINDOW_MS);
  return earlier.length === 0 ? seen : [...earlier, ...known];
}
