import type { ErrorCode } from '../../contract/error-codes.ts';
import type { ContextInfo } from '../../contract/resources/error.ts';

/**
 * The service declines a request for a reason that the caller can understand and often remove. It is thrown, because it
 * must also undo the transaction that it happens in. The contract maps its code to an HTTP status.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly contextInfo: ContextInfo | undefined;
  /** Seconds after which trying again makes sense. */
  readonly retryAfterSeconds: number | undefined;

  /** `message` is a sentence for a person: what cannot be, and what to do about it. */
  constructor(code: ErrorCode, message: string, about: RefusalAbout = {}) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause });
    this.code = code;
    this.contextInfo = about.contextInfo;
    this.retryAfterSeconds = about.retryAfterSeconds;
  }
}

/** What more there is to say about a refusal. */
export interface RefusalAbout {
  readonly contextInfo?: ContextInfo;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** What was not refused, of things that were tried side by side. */
export function accepted<T extends object>(outcomes: readonly (T | Refusal)[]): readonly T[] {
  return outcomes.flatMap((outcome) => (outcome instanceof Refusal ? [] : [outcome]));
}

/** A refusal that names the parameter at fault. */
export function parameterRefusal(code: ErrorCode, name: string, message: string): Refusal {
  return new Refusal(code, message, { contextInfo: { errors: [{ reason: 'invalid_parameter', name, message }] } });
}

/** Fails to compile when a case of a union was forgotten. */
export function assertNever(value: never): never {
  throw new Error(`A case was not foreseen: ${JSON.stringify(value)}`);
}
