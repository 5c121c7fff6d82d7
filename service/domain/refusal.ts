import type { ErrorCode } from '../../contract/error-codes.ts';
import type { ContextInfo, ParameterFault } from '../../contract/resources/error.ts';
import type { Sentence } from '../../contract/resources/sentence.ts';
import { inEnglish } from '../../contract/rules/say.ts';

/**
 * The service declines a request for a reason that the caller can understand and often fix. It is thrown, because it also has to
 * roll back the transaction it occurs in. The contract maps its code to an HTTP status.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  /** `message`, with its values apart. */
  readonly sentences: readonly Sentence[];
  readonly contextInfo: ContextInfo | undefined;
  /** Seconds after which a retry makes sense. */
  readonly retryAfterSeconds: number | undefined;

  /** `sentences` are for a person: the failure, and the remedy. */
  constructor(code: ErrorCode, sentences: readonly Sentence[], about: RefusalAbout = {}) {
    super(inEnglish(sentences), about.cause === undefined ? undefined : { cause: about.cause });
    this.code = code;
    this.sentences = sentences;
    this.contextInfo = about.contextInfo;
    this.retryAfterSeconds = about.retryAfterSeconds;
  }
}

/** Additional details of a refusal. */
export interface RefusalAbout {
  readonly contextInfo?: ContextInfo;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** The result of `work`, or its refusal; other errors are rethrown. */
export async function refusedOr<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * The result of `work`, which looks for the item or group of something with an id of its own. Without access to it, that something
 * does not exist for the caller either: the refusal `missing` hides the item or group.
 */
export async function foundOr<T>(missing: Refusal, work: () => Promise<T>): Promise<T> {
  const found = await refusedOr(work);
  if (!(found instanceof Refusal)) return found;
  throw found.code === 'not_found' ? missing : found;
}

/** Filters the successful outcomes of independent operations. */
export function accepted<T extends object>(outcomes: readonly (T | Refusal)[]): readonly T[] {
  return outcomes.flatMap((outcome) => (outcome instanceof Refusal ? [] : [outcome]));
}

/** A refusal that names the invalid parameter. */
export function parameterRefusal(code: ErrorCode, name: string, sentences: readonly Sentence[]): Refusal {
  return new Refusal(code, sentences, {
    contextInfo: { errors: [parameterFault('invalid_parameter', name, sentences)] },
  });
}

/** A fault in a request, in English and with its values apart. */
export function parameterFault(reason: string, name: string, sentences: readonly Sentence[]) {
  return { reason, name, message: inEnglish(sentences), sentences: [...sentences] } satisfies ParameterFault;
}

/** Does not compile if a case of a union is missing. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected case: ${JSON.stringify(value)}`);
}
