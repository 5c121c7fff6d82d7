import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Sentence } from '../../../../contract/resources/sentence.ts';
import { say } from '../../../../contract/rules/say.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { Service } from '../../../domain/service.ts';
import { createKeyedQueue } from '../../limits/keyed-queue.ts';

/** One attempt at a secret that a person chose. */
export interface PasswordGuess {
  /** The protected resource: a login, a shared link. */
  readonly subject: string;
  readonly address: string;
  readonly password: string;
}

/**
 * Limits password attempts. Wrong passwords count per subject *and* network: no one is locked out by attempts from elsewhere, or by
 * guesses at other people's passwords. All processes of a service count together. The slow checks of one network run one at a time,
 * so that concurrent attempts gain nothing, and a network that sends thousands delays only itself.
 */
export interface PasswordGuesses {
  /**
   * Runs a password check in its turn; null from the check means wrong.
   * @throws Refusal `rate_limit_exceeded` without running it, after too many guesses or with too many concurrent ones.
   */
  attempt<T>(guess: PasswordGuess, test: () => Promise<T | null>): Promise<T | null>;
}

/** Wrong passwords per subject and network in one window; in milliseconds. */
const allowedFailures = 10;
const windowMs = 5 * 60_000;
/** Maximum checks of one network that may wait. */
const mayWait = 200;
/** Maximum correct passwords remembered; the oldest is dropped first. */
const remembered = 10_000;

/** @param onRefused called for each refusal, for metrics. */
export function passwordGuesses(service: Pick<Service, 'store' | 'clock'>, onRefused: () => void): PasswordGuesses {
  const queue = createKeyedQueue(mayWait);
  const proven = provenSecrets();
  const refuse = (sentences: readonly Sentence[], retryAfterSeconds: number) => {
    onRefused();
    return new Refusal('rate_limit_exceeded', sentences, { retryAfterSeconds });
  };
  // The clocks of the processes may differ by up to a window.
  const windowAt = (now: number) => ({ now, endsAt: now + windowMs, latestEnd: now + 2 * windowMs });
  const requireAllowance = async (key: string, guess: PasswordGuess) => {
    const now = service.clock.now();
    const known = await service.store.read(({ guesses }) => guesses.get(key, windowAt(now)));
    if (known === null || known.failures < allowedFailures || proven.has(guess)) return known;
    const seconds = Math.ceil((known.endsAt - now) / 1000);
    throw refuse(say`Too many wrong passwords. Try again in ${Math.ceil(seconds / 60)} min.`, seconds);
  };
  return {
    async attempt(guess, test) {
      const key = keyOf(guess);
      const turn = await queue.take(guess.address, async () => {
        const known = await requireAllowance(key, guess);
        const result = await test();
        if (result === null) {
          proven.forget(guess);
          const window = windowAt(service.clock.now());
          await service.store.transaction(({ guesses }) => guesses.add(key, window), 'apart');
        } else {
          proven.add(guess);
          if (known !== null) await service.store.transaction(({ guesses }) => guesses.forget(key), 'apart');
        }
        return { result };
      });
      if (turn === null)
        throw refuse(say`Too many concurrent password attempts from your network. Try again in a moment.`, 5);
      return turn.result;
    },
  };
}

/** A digest, so that the database reveals neither subjects nor addresses. */
function keyOf({ subject, address }: PasswordGuess): string {
  return createHash('sha256')
    .update(JSON.stringify([subject, address]))
    .digest('hex');
}

/** Recently verified passwords. They are keyed with a secret of this process, so a later memory dump is useless. */
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
