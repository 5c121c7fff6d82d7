import { inTurn, type Words, withFix } from '../../preload/words/message.ts';
import { ExplainedError } from '../account/explained-error.ts';
import { PrivateServiceError } from '../account/private-service/private-service.ts';
import { stateNotStored } from '../cli/explain-failure.ts';

/** Why the client could not start and what helps, in words of any language. Null: only its own message says more. */
export function explainStart(error: unknown): Words | null {
  if (error instanceof ExplainedError) return inTurn(error.says, error.fix);
  const trouble = stateNotStored(error);
  if (trouble !== null) return withFix(trouble.says);
  // About this computer's files: the state is in use, or one of them is damaged.
  const hasRemedy = error instanceof Error && 'remedy' in error && typeof error.remedy === 'string';
  return hasRemedy ? inTurn(error.message, String(error.remedy)) : null;
}

/** True for a trouble of this computer, which every version of the program meets, and not only this one by a fault. */
export function failsEveryVersion(error: unknown): boolean {
  if (error instanceof PrivateServiceError) return error.isExplained;
  return explainStart(error) !== null;
}
