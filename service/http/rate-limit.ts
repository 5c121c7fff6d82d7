import type { Clock } from '../ports/clock.ts';

/** People whose pace is remembered at most. */
const remembered = 10_000;

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** Limits how many requests a person may send, by a bucket that fills evenly and holds one minute's worth. */
export interface RateLimit {
  /** Counts a request of this person; 0 when it may go on, else the seconds after which one may. */
  secondsToWait(userId: string): number;
}

/** @param perMinute requests a person may send in a minute; null means without limit. */
export function createRateLimit(perMinute: number | null, clock: Clock): RateLimit {
  const buckets = new Map<string, Bucket>();
  return {
    secondsToWait(userId) {
      if (perMinute === null) return 0;
      const now = clock.now();
      const before = buckets.get(userId) ?? { tokens: perMinute, at: now };
      const tokens = Math.min(perMinute, before.tokens + ((now - before.at) * perMinute) / 60_000);
      if (tokens < 1) return Math.ceil(((1 - tokens) * 60) / perMinute);
      // The one that sent nothing for longest goes, so that nobody gets a full bucket by filling the table.
      buckets.delete(userId);
      const [oldest] = buckets.keys();
      if (buckets.size >= remembered && oldest !== undefined) buckets.delete(oldest);
      buckets.set(userId, { tokens: tokens - 1, at: now });
      return 0;
    },
  };
}
