import type { CommandErrorData } from '../../../preload/ipc/commands.ts';
import { refusalOf } from '../../../preload/ipc/refusal.ts';
import { ExplainedError } from '../../account/explained-error.ts';
import { ApiError } from '../../api/api-error.ts';
import { stateNotStored } from '../../cli/explain-failure.ts';
import type { EngineLog } from '../../engine/root/engine-parts.ts';

/** Why a sign-in failed, in words of any language. What nobody foresaw goes to the log, as its words say. */
export function explainInWindow(log: EngineLog, error: unknown): CommandErrorData {
  if (error instanceof ExplainedError) return { code: error.code, message: error.says, remedy: error.fix };
  if (error instanceof ApiError)
    return refusalOf(error.code, { code: 'sign_in_unfinished', args: { answer: error.says } });
  const trouble = stateNotStored(error);
  if (trouble !== null) return refusalOf(trouble.code, trouble.says);
  log.error('A sign-in, or the start of the private service, failed.', error);
  return refusalOf('internal', { code: 'host_fault', args: {} });
}
