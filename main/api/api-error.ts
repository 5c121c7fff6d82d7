import type { ContextInfo } from '../../contract/resources/error.ts';
import type { AnswerWords } from '../../preload/words/codes/connection.ts';
import { plainEnglish } from '../../preload/words/en/english.ts';

/**
 * A call without a declared response: an error of the service, or no response from it at all (`status` null). `code` is one of
 * the interface's open list, or one of ours:
 * - `offline`: no connection, or it broke;
 * - `timed_out`: no response in time;
 * - `not_the_service`: something else responded, such as the sign-in page of a network (edge case 105);
 * - `bad_answer`: the service violated the interface;
 * - `withdrawn`: not sent, since the caller no longer wanted it (`CallOptions.isStillDue`).
 * With status null, a code of the interface means: refused here, before it was sent.
 */
export class ApiError extends Error {
  readonly status: number | null;
  readonly code: string;
  /** The message, for any language. */
  readonly says: AnswerWords;
  readonly contextInfo: ContextInfo | null;
  readonly requestId: string | null;
  /** The delay requested with `Retry-After`. */
  readonly retryAfterMs: number | null;
  /** The service has said that it did not carry out the request and refuses it if it still arrives. */
  readonly isVoid: boolean;
  /** The host of a content answered, not the service: it knows nothing of the account. */
  readonly isOfContentHost: boolean;

  constructor(spec: ApiErrorSpec, options?: { cause?: unknown }) {
    super(plainEnglish(spec.message), options);
    this.name = 'ApiError';
    this.status = spec.status;
    this.code = spec.code;
    this.says = spec.message;
    this.contextInfo = spec.contextInfo ?? null;
    this.requestId = spec.requestId ?? null;
    this.retryAfterMs = spec.retryAfterMs ?? null;
    this.isVoid = spec.isVoid ?? false;
    this.isOfContentHost = spec.isOfContentHost ?? false;
  }

  asOfContentHost(): ApiError {
    return new ApiError({ ...this, message: this.says, isOfContentHost: true }, { cause: this });
  }

  asVoid(): ApiError {
    return new ApiError({ ...this, message: this.says, isVoid: true }, { cause: this });
  }
}

export type ApiErrorSpec = {
  readonly status: number | null;
  readonly code: string;
  readonly message: AnswerWords;
  readonly contextInfo?: ContextInfo | null;
  readonly requestId?: string | null;
  readonly retryAfterMs?: number | null;
  readonly isVoid?: boolean;
  readonly isOfContentHost?: boolean;
};

/** True if the service answered that requests come too fast, or if this one was not sent because of such an answer. */
export function isRateLimited({ status, code }: ApiError): boolean {
  return status === 429 || code === 'rate_limit_exceeded';
}

/** True if the service was not reached (or something else answered), so the outcome of the request is unknown. */
export function isUnreached(error: ApiError): boolean {
  return error.code === 'offline' || error.code === 'timed_out' || error.code === 'not_the_service';
}
