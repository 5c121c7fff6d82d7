import type { Clock } from '../ports/clock.ts';

/** How many wrong secrets may come in a window of so many milliseconds before their sender has to wait. */
export interface GuessAllowance {
  readonly allowedFailures: number;
  readonly windowMs: number;
}

/** For secrets that a machine made: too long to be guessed, so that many failures mean a mistake rather than a search. */
const forTokens: GuessAllowance = { allowedFailures: 60, windowMs: 60_000 };
/** For secrets that people chose. */
export const forPasswords: GuessAllowance = { allowedFailures: 10, windowMs: 5 * 60_000 };

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
export function createGuessLimit(clock: Clock, allowance: GuessAllowance = forTokens): GuessLimit {
  const { allowedFailures, windowMs } = allowance;
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
