import type { AnsweredRequest } from '../../ports/metadata/upkeep/idempotency-keys.ts';
import type { Service } from '../service.ts';
import { holdStore, type KeyOwner } from './held-store.ts';

/** A request with a key, and how its outcome is written down; null: it is not stored. */
export interface KeyedWork<Answer> {
  readonly owner: KeyOwner;
  run(service: Service): Promise<Answer>;
  recordOf(answer: Answer): AnsweredRequest | null;
  recordOfFailure(error: unknown): AnsweredRequest | null;
}

/** The outcome of a request: its own answer, or the stored one of the same request. */
export type Outcome<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'known'; readonly request: AnsweredRequest };

/**
 * Carries out a request and stores its answer in the transaction of its change: after a crash there are both, or neither. A refusal
 * changed nothing, and is stored on its own.
 * @throws what `run` throws.
 */
export async function answerOnce<Answer>(service: Service, work: KeyedWork<Answer>): Promise<Outcome<Answer>> {
  const held = holdStore(service.store, work.owner);
  try {
    const answer = await work.run({ ...service, store: held.store, held });
    // A domain operation may pass over the refusal by which its transaction learned of the other.
    if (held.known() === null) await held.finish(work.recordOf(answer));
    return outcomeOf(held.known(), answer);
  } catch (error) {
    await held.abandon(error);
    if (held.known() === null) await storeFailure(held.finish, work.recordOfFailure(error));
    const known = held.known();
    if (known) return { kind: 'known', request: known };
    throw error;
  }
}

function outcomeOf<Answer>(known: AnsweredRequest | null, answer: Answer): Outcome<Answer> {
  return known ? { kind: 'known', request: known } : { kind: 'answered', answer };
}

/** A refusal that could not be stored was a refusal all the same: the request may be repeated, since it changed nothing. */
async function storeFailure(
  finish: (record: AnsweredRequest | null) => Promise<void>,
  record: AnsweredRequest | null,
): Promise<void> {
  await finish(record).catch(() => undefined);
}
