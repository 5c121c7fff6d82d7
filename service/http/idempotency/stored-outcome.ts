import { errorStatus } from '../../../contract/error-codes.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { AnsweredRequest } from '../../ports/metadata/upkeep/idempotency-keys.ts';
import { errorBodyOf } from '../answers/error-response.ts';

/** An answer of an operation. */
export interface OperationAnswer {
  readonly status: number;
  readonly headers?: Record<string, string | undefined>;
  readonly body?: unknown;
  /** The body as JSON, if it was written already: see `readyText`. */
  readonly text?: Uint8Array;
}

/** The part of a stored answer that is the outcome. */
export type StoredOutcome = Pick<AnsweredRequest, 'status' | 'headers' | 'body'>;

/** How an answer is stored; null for one that tells to ask again. */
export function storedSuccess({ status, headers = {}, body }: OperationAnswer): StoredOutcome | null {
  if (headers['retry-after'] !== undefined) return null;
  const present: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) present[name] = value;
  return { status, headers: present, body: body === undefined ? null : JSON.stringify(body) };
}

/** Refusals that describe the state of the data. Others are about the request, its token or the moment: a repeat is carried out. */
const storedStatuses: ReadonlySet<number> = new Set([403, 404, 409, 410, 412]);

/** Of those, what passes by itself or concerns the token. */
const passing: ReadonlySet<string> = new Set([
  'insufficient_scope',
  'name_temporarily_reserved',
  'operation_blocked_temporary',
  'idempotency_key_in_progress',
]);

/** How a refusal is stored; null for one that is not. */
export function storedRefusal(error: unknown, requestId: string): StoredOutcome | null {
  if (!(error instanceof Refusal) || error.retryAfterSeconds !== undefined) return null;
  if (!storedStatuses.has(errorStatus[error.code]) || passing.has(error.code)) return null;
  const body = JSON.stringify({ ...errorBodyOf(error), request_id: requestId });
  return { status: errorStatus[error.code], headers: {}, body };
}
