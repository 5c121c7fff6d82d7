import { getIdempotencyKey } from '../../contract/operations/streams/idempotency-keys.ts';
import { type StoredAnswer, storedAnswer } from '../../contract/resources/streams/idempotency-key.ts';
import type { Timing } from './account-pace.ts';
import { ApiError, isUnreached } from './api-error.ts';
import type { LooseAnswer, RawAnswer } from './requests/answer-form.ts';
import { requestForm } from './requests/request-form.ts';

/** Looks up the stored answer to a request with an idempotency key. Throws `ApiError` (404: none). */
export type LookUp = () => Promise<StoredAnswer>;

/** The path of the lookup, below the base URL. */
export function lookUpForm(key: string) {
  return requestForm(getIdempotencyKey, { params: { key } }, { dialect: 'service', boundary: () => '' });
}

/** True if the service may have executed the request although no answer arrived. */
export function isOutcomeUnknown(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.code === 'not_the_service') return false;
  return isUnreached(error) || (error.status !== null && error.status >= 500);
}

/** Maximum lookups: the answer may not be stored yet, or the connection may come back. */
const LOOKS = 3;
const FIRST_PAUSE_MS = 300;

/** The lost answer; null if the service has none or does not reply. */
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
  }
}

/** The result of `readAnswer` for its only declared answer. */
export function readStored({ body }: LooseAnswer): StoredAnswer {
  return storedAnswer.parse(body);
}

/** In the form of the original response. */
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
