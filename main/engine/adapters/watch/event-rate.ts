/** The queue of Linux holds 16,384 events by default and drops the rest; macOS drops some as well. Neither notifies us. */
const QUEUE_HALF_FULL = 8192;
const WINDOW_MS = 1000;

export const MANY_CHANGES = 'Very many changes came at once, so some may have been missed.';

/** Counts events; returns `true` once per window when there were so many that some may have been dropped. */
export function createEventRate(now: () => number): () => boolean {
  let windowStart = 0;
  let count = 0;
  return () => {
    const at = now();
    if (at - windowStart > WINDOW_MS) {
      windowStart = at;
      count = 0;
    }
    count += 1;
    return count === QUEUE_HALF_FULL;
  };
}
