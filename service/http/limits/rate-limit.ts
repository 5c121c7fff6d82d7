import type { Clock } from '../../ports/clock.ts';
import type { RequestCounts } from '../../ports/request-counts.ts';

/** Maximum users whose rate is remembered. */
const remembered = 10_000;

/** Interval between messages to the other processes, in milliseconds, while there are requests. */
const tellEveryMs = 1_000;

interface Bucket {
  /** Below zero if other processes let more through before they knew of each other's. */
  readonly tokens: number;
  readonly at: number;
}

/** Limits a user's requests with a token bucket that refills evenly and holds one minute's worth. */
export interface RateLimit {
  /** Counts a request of this user; returns 0 if it may proceed, otherwise the seconds to wait. */
  secondsToWait(userId: string): number;
}

/** No other process takes part: visits by address, and a service of one process. */
const alone: RequestCounts = { tell: () => undefined, hear: () => undefined };

/**
 * All processes of a service together keep the limit: each takes from its buckets what the others have let through, which it hears within a
 * second or so. A user who sends to N processes at once can exceed it by what the other N - 1 let through in that second.
 * @param perMinute requests per user and minute; null means no limit.
 */
export function createRateLimit(perMinute: number | null, clock: Clock, others: RequestCounts = alone): RateLimit {
  if (perMinute === null) return { secondsToWait: () => 0 };
  const buckets = new Map<string, Bucket>();
  const told = tellLater(others);
  const tokensOf = (userId: string, now: number): number => {
    const before = buckets.get(userId) ?? { tokens: perMinute, at: now };
    // A clock that was set back takes nothing away.
    return Math.min(perMinute, before.tokens + (Math.max(0, now - before.at) * perMinute) / 60_000);
  };
  const take = (userId: string, tokens: number, at: number): void => {
    // Evict the least recently active one, so that no one gets a full bucket by filling the table.
    buckets.delete(userId);
    const [oldest] = buckets.keys();
    if (buckets.size >= remembered && oldest !== undefined) buckets.delete(oldest);
    buckets.set(userId, { tokens, at });
  };
  others.hear((counts) => {
    const now = clock.now();
    for (const [userId, count] of counts) take(userId, Math.max(-perMinute, tokensOf(userId, now) - count), now);
  });
  return {
    secondsToWait(userId) {
      const now = clock.now();
      const tokens = tokensOf(userId, now);
      const isAllowed = tokens >= 1;
      // Also after a refusal, so that a bucket from before the clock was set back fills from now on.
      take(userId, isAllowed ? tokens - 1 : tokens, now);
      if (!isAllowed) return Math.ceil(((1 - tokens) * 60) / perMinute);
      told.add(userId);
      return 0;
    },
  };
}

/** Gathers what passes here, and tells the others all of it at an interval. */
function tellLater(others: RequestCounts) {
  const counts = new Map<string, number>();
  const tell = (): void => {
    others.tell(new Map(counts));
    counts.clear();
  };
  return {
    add: (userId: string): void => {
      if (counts.size === 0) setTimeout(tell, tellEveryMs).unref();
      counts.set(userId, (counts.get(userId) ?? 0) + 1);
    },
  };
}
