/** The queue of Linux holds 16,384 events by default and drops the rest; macOS drops some as well. Neither notifies us. */
const QUEUE_HALF_FULL = 8192;

export const MANY_CHANGES = 'Very many changes came at once, so some may have been missed.';

/**
 * Counts events; returns `true` once per turn in which so many come that some may have been dropped. A turn reads the whole queue, so this
 * does not depend on how long the events take.
 */
export function createEventBacklog(): () => boolean {
  let count = 0;
  return () => {
    if (count === 0) {
      setImmediate(() => {
        count = 0;
      });
    }
    count += 1;
    return count === QUEUE_HALF_FULL;
  };
}
