import type { NoteArgs } from './codes/notes.ts';
import type { ProblemArgs } from './codes/problems.ts';
import type { RefusalArgs } from './codes/refusals.ts';

/**
 * What the engine says: a code and its arguments, never prose. The engine makes it, its store keeps it, the seam carries it; the window,
 * the tray and the command line put it into words of a language (`wording.ts`).
 */
export type ProblemCodes = keyof ProblemArgs;
export type NoteCodes = keyof NoteArgs;

/** Why something is not in sync. It has a sentence and a fix. */
export type ProblemMessage = { readonly [Code in ProblemCodes]: Coded<Code, ProblemArgs[Code]> }[ProblemCodes];

/** Why an order was not carried out. It has a sentence and a fix. */
export type RefusalMessage = {
  readonly [Code in keyof RefusalArgs]: Coded<Code, RefusalArgs[Code]>;
}[keyof RefusalArgs];

/** A problem with a fix. */
export type FixableMessage = ProblemMessage | RefusalMessage;

/** Any single sentence. */
export type NoteMessage = { readonly [Code in NoteCodes]: Coded<Code, NoteArgs[Code]> }[NoteCodes];

/** One sentence after the other. */
export type MessagesInTurn = Coded<'in_turn', { readonly messages: readonly Words[] }>;

type Coded<Code extends string, Args> = { readonly code: Code; readonly args: Args };

/** A message as it is shown. `part`: the fix of a problem instead of its sentence, or a sentence as a title, without its full stop. */
export type Message = (FixableMessage | NoteMessage | MessagesInTurn) & { readonly part?: 'fix' | 'title' };

export const fixOf = (problem: FixableMessage): Message => ({ ...problem, part: 'fix' });
export const titleOf = (message: Message): Message => ({ ...message, part: 'title' });
export const inTurn = (...messages: readonly Words[]): Message => ({ code: 'in_turn', args: { messages } });
/** The sentence of a problem, and its fix. */
export const withFix = (problem: FixableMessage): Message => inTurn(problem, fixOf(problem));

/** Do both say the same? */
export const isSameMessage = (one: Message, other: Message): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A message of the same program version. The code of another version is shown unchanged (`wording.ts`). */
export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('code' in value) || !('args' in value)) return false;
  return typeof value.code === 'string' && typeof value.args === 'object' && value.args !== null;
}

/** A message, or the words of others, such as a service, which are shown unchanged. */
export type Words = string | Message;
