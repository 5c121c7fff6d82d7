import type { Clock } from '../ports/clock.ts';

/** Wrong secrets that may come from one address in a window of so many milliseconds before it has to wait. */
const allowedFailures = 60;
const windowMs = 60_000;

/** Addresses remembered at most, so that an attacker cannot fill the memory: beyond that the one that began first is forgotten. */
const remembered = 10_000;

/** The wrong secrets of one address: the same one sent again and again is one guess, not many. */
interface Failures {
  readonly since: number;
  readonly digests: Set<string>;
}

/**
 * Slows down who tries secrets that a machine made: they are too long to be guessed, so many failures mean a mistake or noise. They are
 * counted after the look at the secret, which is cheap: a right one is never refused because of others. Each process counts for
 * itself, since a shared count would let noise write to the database.
 */
export interface GuessLimit {
  /** Counts a wrong secret; gives the seconds that the address is to wait, 0 while it need not. */
  secondsAfterFailure(address: string, secretDigest: string): number;
}

/** Starts without any failures. @param onRefused is told of each secret whose sender is to wait, to be counted. */
export function createGuessLimit(clock: Clock, onRefused: () => void): GuessLimit {
  const failures = new Map<string, Failures>();
  const begin = (address: string, since: number): Failures => {
    failures.delete(address);
    const [first] = failures.keys();
    if (failures.size >= remembered && first !== undefined) failures.delete(first);
    const fresh = { since, digests: new Set<string>() };
    failures.set(address, fresh);
    return fresh;
  };
  return {
    secondsAfterFailure(address, secretDigest) {
      const now = clock.now();
      const known = failures.get(address);
      const { since, digests } = known && now - known.since < windowMs ? known : begin(address, now);
      if (digests.size < allowedFailures) {
        digests.add(secretDigest);
        return 0;
      }
      onRefused();
      return Math.ceil((since + windowMs - now) / 1000);
    },
  };
}
