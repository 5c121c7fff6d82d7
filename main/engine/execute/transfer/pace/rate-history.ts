import type { RateSample } from '../../../model/transfer/transfer-progress.ts';
import type { Clock } from '../../../ports/clock.ts';

/** The rates of the last minutes, so that a window opened later can show them. */
export type RateHistory = {
  readonly moved: (direction: 'up' | 'down', bytes: number) => void;
  /** Oldest first, from the first movement on; the span that is not over yet is left out. */
  readonly samples: () => readonly RateSample[];
};

/** The time over which a sample is averaged. */
const SPAN_MS = 5_000;
/** Five minutes. */
const MOST_KEPT = 60;

/** Takes no timer: a span in which nothing moved has no entry and counts as zero. */
export function createRateHistory(clock: Pick<Clock, 'nowMs'>): RateHistory {
  const spans = new Map<number, { up: number; down: number }>();
  const spanNow = (): number => Math.floor(clock.nowMs() / SPAN_MS);
  const forget = (): void => {
    for (const span of spans.keys()) if (span < spanNow() - MOST_KEPT) spans.delete(span);
  };
  const rateOf = (bytes: number): number => Math.round((bytes * 1_000) / SPAN_MS);
  return {
    moved(direction, bytes) {
      const span = spans.get(spanNow()) ?? { up: 0, down: 0 };
      span[direction] += bytes;
      if (!spans.has(spanNow())) forget();
      spans.set(spanNow(), span);
    },
    samples() {
      forget();
      const first = Math.min(...spans.keys(), spanNow());
      return Array.from({ length: spanNow() - first }, (_, at) => {
        const { up, down } = spans.get(first + at) ?? { up: 0, down: 0 };
        return { atMs: (first + at + 1) * SPAN_MS, up: rateOf(up), down: rateOf(down) };
      });
    },
  };
}
