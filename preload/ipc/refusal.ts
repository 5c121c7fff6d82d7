import { fixOf, type RefusalMessage } from '../words/message.ts';
import type { CommandErrorData } from './commands.ts';

/** A refusal in words of its own code. `code`: the one that programs read. */
export const refusalOf = (code: string, says: RefusalMessage): CommandErrorData => ({
  code,
  message: says,
  remedy: fixOf(says),
});
