import { getIdempotencyKey } from '../../contract/operations/idempotency-keys.ts';
import { type StoredAnswer, storedAnswer } from '../../contract/resources/idempotency-key.ts';
import type { Timing } from './account-pace.ts';
import type { LooseAnswer, RawAnswer } from './answer-form.ts';
import { ApiError, isUnreached } from './api-error.ts';
import { requestForm } from './request-form.ts';

/** Looks at the answer to a request of ours that had a key. Throws `ApiError` (404: it has none). */
export type LookUp = () => Promise<StoredAnswer>;

/** The path of the look, below the base address. */
export function lookUpForm(key: string) {
  return requestForm(getIdempotencyKey, { params: { key } }, { dialect: 'service', boundary: () => '' });
}

/** True when the service may have carried the request out, although no answer of it came. */
export function isOutcomeUnknown(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.code === 'not_the_service') return false;
  return isUnreached(error) || (error.status !== null && error.status >= 500);
}

/** Looks at most: the answer may still be on its way to the store, and the line may come back. */
const LOOKS = 3;
const FIRST_PAUSE_MS = 300;

/** The answer that was lost; null when the service has none, or does not say. */
export async function findLostAnswer(
  lookUp: LookUp,
  timing: Timing,
  signal: AbortSignal | undefined,
): Promise<RawAnswer | null> {
  for (let look = 1; ; look++) {
    try {
      return rawAnswer(await lookUp());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const mayComeYet = error.code === 'idempotency_key_in_progress' || isOutcomeUnknown(error);
      if (look >= LOOKS || !mayComeYet) return null;
    }
    await timing.sleep(FIRST_PAUSE_MS * 2 ** (look - 1), signal);
    signal?.throwIfAborted();
  }
}

/** What `readAnswer` made of the one declared answer. */
export function readStored({ body }: LooseAnswer): StoredAnswer {
  return storedAnswer.parse(body);
}

/** As it came over the line the first time. */
function rawAnswer({ status, headers, body }: StoredAnswer): RawAnswer {
  const text = body === null || body === undefined ? '' : JSON.stringify(body);
  return {
    status,
    headers: { ...headers, ...(text !== '' && { 'content-type': 'application/json' }) },
    body: {
      text: async () => text,
      drop: async () => undefined,
      async *[Symbol.asyncIterator]() {
        yield Buffer.from(text);
      },
    },
  };
}
