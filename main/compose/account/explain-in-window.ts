import type { CommandErrorData } from '../../../preload/ipc/commands.ts';
import { refusalOf } from '../../../preload/ipc/refusal.ts';
import type { AnswerWords } from '../../../preload/words/codes/connection.ts';
import type { RefusalMessage } from '../../../preload/words/message.ts';
import { ExplainedError } from '../../account/explained-error.ts';
import { ApiError } from '../../api/api-error.ts';
import { stateNotStored } from '../../cli/explain-failure.ts';
import type { EngineLog } from '../../engine/root/engine-parts.ts';

/** Why a sign-in, a sign-out or the start of the private service failed, in words of any language. An unforeseen error goes to the log, as its words say. */
export function explainInWindow(
  log: EngineLog,
  error: unknown,
  during: 'sign_in' | 'private_service' = 'sign_in',
): CommandErrorData {
  if (error instanceof ExplainedError) return { code: error.code, message: error.says, remedy: error.fix };
  if (error instanceof ApiError) return refusalOf(error.code, unanswered[during](error.says));
  const trouble = stateNotStored(error);
  if (trouble !== null) return refusalOf(trouble.code, trouble.says);
  log.error('A sign-in, a sign-out or the start of the private service failed.', error);
  return refusalOf('internal', { code: 'host_fault', args: {} });
}

/** The service did not give the answer that the rest needs. */
const unanswered = {
  sign_in: (answer: AnswerWords): RefusalMessage => ({ code: 'sign_in_unfinished', args: { answer } }),
  private_service: (why: AnswerWords): RefusalMessage => ({ code: 'private_service_not_started', args: { why } }),
};
