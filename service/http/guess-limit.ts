import type { Clock } from '../ports/clock.ts';

/** Wrong tokens that one address may send in `windowMs` before it has to wait. */
const allowedFailures = 60;
const windowMs = 60_000;
/** Addresses and tokens remembered at most, so that an attacker cannot fill the memory. */
const remembered = 10_000;

/** The wrong secrets of one address: the same one sent again and again is one guess, not many. */
interface Failures {
  readonly since: number;
  readonly digests: Set<string>;
}

/**
 * Slows down the guessing of secrets. An address with many failures has to wait, except for secrets that were
 * right before: a guesser must not lock out the people who share the address with him.
 */
export interface GuessLimit {
  /** Seconds that the address has to wait before this secret is even looked at; 0 when it may be. */
  secondsToWait(address: string, secretDigest: string): number;
  noteSuccess(secretDigest: string): void;
  noteFailure(address: string, secretDigest: string): void;
}

/** Starts without any failures. */
export function createGuessLimit(clock: Clock): GuessLimit {
  const failures = new Map<string, Failures>();
  const proven = new Set<string>();
  return {
    secondsToWait(address, secretDigest) {
      const known = failures.get(address);
      if (!known || known.digests.size < allowedFailures || proven.has(secretDigest)) return 0;
      const left = known.since + windowMs - clock.now();
      return left > 0 ? Math.ceil(left / 1000) : 0;
    },
    noteSuccess(secretDigest) {
      if (proven.size >= remembered) proven.clear();
      proven.add(secretDigest);
    },
    noteFailure(address, secretDigest) {
      proven.delete(secretDigest);
      const now = clock.now();
      const before = failures.get(address);
      if (before && now - before.since < windowMs) {
        if (before.digests.size < allowedFailures) before.digests.add(secretDigest);
        return;
      }
      if (failures.size >= remembered) failures.clear();
      failures.set(address, { since: now, digests: new Set([secretDigest]) });
    },
  };
}
