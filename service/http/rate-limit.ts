import type { Clock } from '../ports/clock.ts';

/** People whose pace is remembered at most; older ones start afresh. */
const remembered = 10_000;

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** Limits how many requests a person may send, by a bucket that fills evenly and holds one minute's worth. */
export class RateLimit {
  readonly #perMinute: number | null;
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  /** @param perMinute requests a person may send in a minute; null means without limit. */
  constructor(perMinute: number | null, clock: Clock) {
    this.#perMinute = perMinute;
    this.#clock = clock;
  }

  /** Counts a request of this person; 0 when it may go on, else the seconds after which one may. */
  secondsToWait(userId: string): number {
    if (this.#perMinute === null) return 0;
    const now = this.#clock.now();
    const before = this.#buckets.get(userId) ?? { tokens: this.#perMinute, at: now };
    const filled = before.tokens + ((now - before.at) * this.#perMinute) / 60_000;
    const tokens = Math.min(this.#perMinute, filled);
    if (tokens < 1) return Math.ceil(((1 - tokens) * 60) / this.#perMinute);
    if (this.#buckets.size >= remembered) this.#buckets.clear();
    this.#buckets.set(userId, { tokens: tokens - 1, at: now });
    return 0;
  }
}
