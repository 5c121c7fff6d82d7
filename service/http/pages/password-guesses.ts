import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Refusal } from '../../domain/refusal.ts';
import type { Service } from '../../domain/service.ts';
import { createTurns } from '../turns.ts';

/** One attempt to get past a secret that a person chose. */
export interface PasswordGuess {
  /** What the secret opens: a login, a shared link. */
  readonly subject: string;
  readonly address: string;
  readonly password: string;
}

/**
 * The budget of password tests. Wrong passwords count for what they were to open *and* the network they came from: nobody is locked
 * out by what others try elsewhere, and nobody's right password is refused because of guesses at other people's. All
 * processes of a service count together. The slow tests of one network run one at a time, so that many that come at once are as many as
 * one after the other, and a network that sends thousands holds up itself.
 */
export interface PasswordGuesses {
  /**
   * Runs the test of a password in its turn; null from the test means that it was wrong.
   * @throws Refusal `rate_limit_exceeded` without running it, for who has guessed too much or sends too many at once.
   */
  attempt<T>(guess: PasswordGuess, test: () => Promise<T | null>): Promise<T | null>;
}

/** Wrong passwords for one subject from one network, in a window of so many milliseconds. */
const allowedFailures = 10;
const windowMs = 5 * 60_000;
/** Tests of one network that may wait at a time. */
const mayWait = 200;
/** Passwords that were right, remembered at most; the first one goes first. */
const remembered = 10_000;

/** @param onRefused is told of each refusal, to be counted. */
export function passwordGuesses(service: Pick<Service, 'store' | 'clock'>, onRefused: () => void): PasswordGuesses {
  const turns = createTurns(mayWait);
  const proven = provenSecrets();
  const refuse = (message: string, retryAfterSeconds: number) => {
    onRefused();
    return new Refusal('rate_limit_exceeded', message, { retryAfterSeconds });
  };
  const requireAllowance = async (key: string, guess: PasswordGuess) => {
    const now = service.clock.now();
    const known = await service.store.read(({ guesses }) => guesses.get(key, now));
    if (known === null || known.failures < allowedFailures || proven.has(guess)) return known;
    const seconds = Math.ceil((known.endsAt - now) / 1000);
    throw refuse(`Too many wrong passwords. Try again in ${Math.ceil(seconds / 60)} min.`, seconds);
  };
  return {
    async attempt(guess, test) {
      const key = keyOf(guess);
      const turn = await turns.take(guess.address, async () => {
        const known = await requireAllowance(key, guess);
        const result = await test();
        if (result === null) {
          proven.forget(guess);
          const now = service.clock.now();
          await service.store.transaction(({ guesses }) => guesses.add(key, { now, endsAt: now + windowMs }));
        } else {
          proven.add(guess);
          if (known !== null) await service.store.transaction(({ guesses }) => guesses.forget(key));
        }
        return { result };
      });
      if (turn === null) throw refuse('Too many passwords come from your network at once. Try again in a moment.', 5);
      return turn.result;
    },
  };
}

/** Names nobody and no address to whoever reads the database. */
function keyOf({ subject, address }: PasswordGuess): string {
  return createHash('sha256')
    .update(JSON.stringify([subject, address]))
    .digest('hex');
}

/** Passwords that were right lately. A key of this process makes what is remembered useless to whoever reads the memory later. */
function provenSecrets() {
  const key = randomBytes(32);
  const digests = new Set<string>();
  const digestOf = ({ subject, password }: PasswordGuess) =>
    createHmac('sha256', key)
      .update(JSON.stringify([subject, password]))
      .digest('hex');
  return {
    has: (guess: PasswordGuess) => digests.has(digestOf(guess)),
    forget: (guess: PasswordGuess) => void digests.delete(digestOf(guess)),
    add: (guess: PasswordGuess) => {
      const [first] = digests;
      if (digests.size >= remembered && first !== undefined) digests.delete(first);
      digests.add(digestOf(guess));
    },
  };
}
