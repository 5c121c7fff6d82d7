import type { AnswerWords } from '../../../preload/words/codes/connection.ts';
import { ApiError } from '../../api/api-error.ts';
import { RemoteError } from '../../engine/ports/remote/remote.ts';

/** Why a request failed, in the words of the service or of the connection. */
export function wordsOf(cause: unknown): AnswerWords {
  if (cause instanceof ApiError || cause instanceof RemoteError) return cause.says;
  return cause instanceof Error ? cause.message : String(cause);
}
