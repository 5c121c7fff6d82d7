import type { SaidByService } from './codes/connection.ts';
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
export type Message = (FixableMessage | NoteMessage | MessagesInTurn | SaidByService) & {
  readonly part?: 'fix' | 'title';
};

export const fixOf = (problem: FixableMessage): Message => ({ ...problem, part: 'fix' });
export const titleOf = (message: Message): Message => ({ ...message, part: 'title' });
export const inTurn = (...messages: readonly Words[]): Message => ({ code: 'in_turn', args: { messages } });
/** The sentence of a problem, and its fix. */
export const withFix = (problem: FixableMessage): Message => inTurn(problem, fixOf(problem));

/** Do both say the same? */
export const isSameMessage = (one: Message, other: Message): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * A message of the same program version. The code of another version is shown unchanged (`wording.ts`). An object that has a code and arguments
 * beside other fields is no message: it carries them as data.
 */
export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('code' in value) || !('args' in value)) return false;
  const isOnlyMessage = Object.keys(value).every((key) => MESSAGE_KEYS.has(key));
  return isOnlyMessage && typeof value.code === 'string' && typeof value.args === 'object' && value.args !== null;
}

const MESSAGE_KEYS: ReadonlySet<string> = new Set(['code', 'args', 'part']);

/** The code and the values of a sentence as data, for programs, beside the sentence itself. A message among them is shown in words. */
export type Cause = {
  readonly cause: ProblemCodes;
  readonly args: Readonly<Record<string, Words | number | null>>;
};

export const causeOf = ({ code, args }: ProblemMessage): Cause => ({ cause: code, args: { ...args } });

/** A message, or the words of others, such as a service, which are shown unchanged. */
export type Words = string | Message;
