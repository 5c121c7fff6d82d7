import { createHmac, randomBytes } from 'node:crypto';
import { Refusal } from '../../domain/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import { createGuessLimit, forPasswords } from '../guess-limit.ts';

/** One attempt to get past a secret that a person chose. */
export interface PasswordGuess {
  /** What the secret opens: a login, a shared link. */
  readonly subject: string;
  readonly address: string;
  readonly password: string;
}

/** Slows down the guessing of passwords, for what they open and for where the guesses come from. */
export interface PasswordGuesses {
  /**
   * Counts an attempt, before the password is even looked at: many that come at once are as many as one after the other.
   * @throws Refusal `rate_limit_exceeded`.
   */
  begin(guess: PasswordGuess): void;
  /** The attempt was right: this secret is never made to wait for the wrong ones of others. */
  succeeded(guess: PasswordGuess): void;
}

/** Starts without any failures. */
export function passwordGuesses(clock: Clock): PasswordGuesses {
  const bySubject = createGuessLimit(clock, forPasswords);
  const byAddress = createGuessLimit(clock, { ...forPasswords, allowedFailures: 50 });
  // A key of this process: what is remembered of a guess is of no use to whoever reads the memory later.
  const key = randomBytes(32);
  const digestOf = (subject: string, password: string) => {
    return createHmac('sha256', key)
      .update(JSON.stringify([subject, password]))
      .digest('hex');
  };
  return {
    begin({ subject, address, password }) {
      const digest = digestOf(subject, password);
      const seconds = Math.max(bySubject.secondsToWait(subject, digest), byAddress.secondsToWait(address, digest));
      if (seconds > 0) {
        const message = `Too many wrong passwords. Try again in ${Math.ceil(seconds / 60)} min.`;
        throw new Refusal('rate_limit_exceeded', message, { retryAfterSeconds: seconds });
      }
      bySubject.noteFailure(subject, digest);
      byAddress.noteFailure(address, digest);
    },
    succeeded({ subject, password }) {
      const digest = digestOf(subject, password);
      bySubject.noteSuccess(digest);
      byAddress.noteSuccess(digest);
    },
  };
}
