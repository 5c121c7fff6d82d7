import type { Clock } from '../../ports/clock.ts';

/** Wrong secrets that one address may send per window before it has to wait; in milliseconds. */
const allowedFailures = 60;
const windowMs = 60_000;

/** Maximum addresses remembered, so that an attacker cannot exhaust the memory; beyond that the oldest one is forgotten. */
const remembered = 10_000;

/** The failures of one address: the same secret sent repeatedly counts as one guess. */
interface Failures {
  readonly since: number;
  readonly digests: Set<string>;
}

/**
 * Slows down guesses of generated secrets. These are too long to be guessed, so many failures mean a mistake or noise. Failures are
 * counted after the cheap lookup, so a valid secret is never refused because of others. Each process counts separately, since a
 * shared count would let noise write to the database.
 */
export interface GuessLimit {
  /** Counts a wrong secret; returns how many seconds the address has to wait, 0 for none. */
  secondsAfterFailure(address: string, secretDigest: string): number;
}

/**
 * Starts without any failures.
 * @param onRefused called for each secret whose sender has to wait, for metrics.
 */
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
      // A window that begins later than now is from before the clock was set back.
      const isOpen = known !== undefined && known.since <= now && now - known.since < windowMs;
      const { since, digests } = isOpen ? known : begin(address, now);
      if (digests.size < allowedFailures) {
        digests.add(secretDigest);
        return 0;
      }
      onRefused();
      return Math.ceil((since + windowMs - now) / 1000);
    },
  };
}
