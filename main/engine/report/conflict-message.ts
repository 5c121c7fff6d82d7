import type { ProblemMessage } from '../../../preload/words/message.ts';
import type { Conflict } from '../model/plan/conflict.ts';

/** The description of the conflict. `subject`: its path, or its name where the path stands beside it. */
export const conflictMessage = ({ reason }: Conflict, subject: string): ProblemMessage => ({
  code: reason,
  args: { subject },
});
