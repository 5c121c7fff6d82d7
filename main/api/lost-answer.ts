import { withdrawIdempotencyKey } from '../../contract/operations/streams/idempotency-keys.ts';
import { type StoredAnswer, storedAnswer } from '../../contract/resources/streams/idempotency-key.ts';
import type { Timing } from './account-pace.ts';
import { ApiError, isUnreached } from './api-error.ts';
import type { LooseAnswer, RawAnswer } from './requests/answer-form.ts';
import { requestForm } from './requests/request-form.ts';

/** Settles a request with an idempotency key: its stored answer; null: it was withdrawn. Throws `ApiError`. */
export type Settle = () => Promise<StoredAnswer | null>;

/** The path that settles it, below the base URL. */
export function settleForm(key: string) {
  return requestForm(withdrawIdempotencyKey, { params: { key } }, () => '');
}

/** True if the service may have executed the request although no answer arrived. */
export function isOutcomeUnknown(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.code === 'not_the_service') return false;
  return isUnreached(error) || (error.status !== null && error.status >= 500);
}

/** Maximum tries: the answer may not be stored yet, or the connection may come back. */
const LOOKS = 3;
const FIRST_PAUSE_MS = 300;

/** `void`: the request was not carried out, and the service refuses it if it still arrives. `unknown`: the service did not say. */
export type Outcome = RawAnswer | 'void' | 'unknown';

/** The outcome of a request whose answer was lost. */
export async function findOutcome(settle: Settle, timing: Timing, signal: AbortSignal | undefined): Promise<Outcome> {
  for (let look = 1; ; look++) {
    try {
      const stored = await settle();
      return stored === null ? 'void' : rawAnswer(stored);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const mayComeYet = error.code === 'idempotency_key_in_progress' || isOutcomeUnknown(error);
      if (look >= LOOKS || !mayComeYet) return 'unknown';
    }
    await timing.sleep(FIRST_PAUSE_MS * 2 ** (look - 1), signal);
  }
}

/** The result of `readAnswer` for its declared answers. */
export function readSettled({ status, body }: LooseAnswer): StoredAnswer | null {
  return status === 204 ? null : storedAnswer.parse(body);
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
