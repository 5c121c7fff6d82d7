import type { Clock } from '../../ports/clock.ts';

/** Maximum users whose rate is remembered. */
const remembered = 10_000;

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** Limits a user's requests with a token bucket that refills evenly and holds one minute's worth. */
export interface RateLimit {
  /** Counts a request of this user; returns 0 if it may proceed, otherwise the seconds to wait. */
  secondsToWait(userId: string): number;
}

/** @param perMinute requests per user and minute; null means no limit. */
export function createRateLimit(perMinute: number | null, clock: Clock): RateLimit {
  const buckets = new Map<string, Bucket>();
  return {
    secondsToWait(userId) {
      if (perMinute === null) return 0;
      const now = clock.now();
      const before = buckets.get(userId) ?? { tokens: perMinute, at: now };
      const tokens = Math.min(perMinute, before.tokens + ((now - before.at) * perMinute) / 60_000);
      if (tokens < 1) return Math.ceil(((1 - tokens) * 60) / perMinute);
      // Evict the least recently active one, so that no one gets a full bucket by filling the table.
      buckets.delete(userId);
      const [oldest] = buckets.keys();
      if (buckets.size >= remembered && oldest !== undefined) buckets.delete(oldest);
      buckets.set(userId, { tokens: tokens - 1, at: now });
      return 0;
    },
  };
}
