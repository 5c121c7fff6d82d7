import type { Clock } from '../ports/clock.ts';

/** Wrong tokens that one address may send in `windowMs` before it has to wait. */
const allowedFailures = 60;
const windowMs = 60_000;
/** Addresses and tokens remembered at most, so that an attacker cannot fill the memory. */
const remembered = 10_000;

interface Failures {
  readonly since: number;
  readonly count: number;
}

/**
 * Slows down the guessing of secrets. An address with many failures has to wait, except for secrets that were
 * right before: a guesser must not lock out the people who share the address with him.
 */
export class GuessLimit {
  readonly #clock: Clock;
  readonly #failures = new Map<string, Failures>();
  readonly #proven = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Seconds that the address has to wait before this secret is even looked at; 0 when it may be. */
  secondsToWait(address: string, secretDigest: string): number {
    const failures = this.#failures.get(address);
    if (!failures || failures.count < allowedFailures || this.#proven.has(secretDigest)) return 0;
    const left = failures.since + windowMs - this.#clock.now();
    return left > 0 ? Math.ceil(left / 1000) : 0;
  }

  noteSuccess(secretDigest: string): void {
    if (this.#proven.size >= remembered) this.#proven.clear();
    this.#proven.add(secretDigest);
  }

  noteFailure(address: string, secretDigest: string): void {
    this.#proven.delete(secretDigest);
    const now = this.#clock.now();
    const before = this.#failures.get(address);
    const isFresh = before !== undefined && now - before.since < windowMs;
    if (this.#failures.size >= remembered) this.#failures.clear();
    this.#failures.set(address, isFresh ? { since: before.since, count: before.count + 1 } : { since: now, count: 1 });
  }
}
