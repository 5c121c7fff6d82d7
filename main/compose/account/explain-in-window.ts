import type { CommandErrorData } from '../../../preload/ipc/commands.ts';
import { refusalOf } from '../../../preload/ipc/refusal.ts';
import { ExplainedError } from '../../account/explained-error.ts';
import { ApiError } from '../../api/api-error.ts';
import { stateNotStored } from '../../cli/explain-failure.ts';

/** Why a sign-in failed, in words of any language. */
export function explainInWindow(error: unknown): CommandErrorData {
  if (error instanceof ExplainedError) return { code: error.code, message: error.says, remedy: error.fix };
  if (error instanceof ApiError)
    return refusalOf(error.code, { code: 'sign_in_unfinished', args: { answer: error.says } });
  const trouble = stateNotStored(error);
  return trouble === null
    ? refusalOf('internal', { code: 'host_fault', args: {} })
    : refusalOf(trouble.code, trouble.says);
}
