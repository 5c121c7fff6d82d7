import type { Sentence as ServiceSentence } from '../../contract/resources/sentence.ts';
import { filled } from '../../contract/rules/say.ts';
import type { NoteArgs } from './codes/notes.ts';
import type { ProblemArgs } from './codes/problems.ts';
import type { RefusalArgs } from './codes/refusals.ts';
import { isMessage, type Message, type Words } from './message.ts';

/** The formats of a language for the values in a sentence. */
export type Writing = {
  /** A name or a path, in quotes. */
  readonly quoted: (name: string) => string;
  /** The same within quotes of the sentence, or the name of a person. */
  readonly named: (name: string) => string;
  readonly count: (amount: number) => string;
  readonly bytes: (amount: number) => string;
  /** Of files: `1 file`, `12 files`. */
  readonly files: (amount: number) => string;
  readonly items: (amount: number) => string;
  readonly duration: (seconds: number) => string;
  /** `at 15:20`, or with the date when it is not today. */
  readonly moment: (atMs: number) => string;
  /** In a terminal: a sentence that names the commands that help. Elsewhere empty: the window has buttons. */
  readonly hint: (...commands: readonly string[]) => string;
  /** In a terminal: the flag that a value is given with. Elsewhere empty. */
  readonly flag: (name: string) => string;
};

/** `say`: for a message in an argument. */
export type Sentence<Args> = string | ((args: Args, write: Writing & { readonly say: Say }) => string);
export type ProblemWording<Args> = { readonly says: Sentence<Args>; readonly fix: Sentence<Args> };

export type ProblemTable = { readonly [Code in keyof ProblemArgs]: ProblemWording<ProblemArgs[Code]> };
export type RefusalTable = { readonly [Code in keyof RefusalArgs]: ProblemWording<RefusalArgs[Code]> };
export type NoteTable = { readonly [Code in keyof NoteArgs]: Sentence<NoteArgs[Code]> };

/**
 * The sentences of services, by their English ones (`contract/resources/sentence.ts`). Each has the same places. One that depends on the
 * words of some values, such as a kind or a role, is made of them, with places for the others. A sentence that is not in it is shown in English.
 */
export type ServiceTable = Readonly<Record<string, string | ((...values: readonly string[]) => string)>>;

/** One language: a code without words is a type error. */
export type Language = {
  readonly problems: ProblemTable;
  readonly refusals: RefusalTable;
  readonly notes: NoteTable;
  readonly service: ServiceTable;
};

/** Puts a message into words. */
export type Say = (message: Words) => string;

export function createSay({ problems, refusals, notes, service }: Language, write: Writing): Say {
  const fixable = { ...problems, ...refusals };
  const say: Say = (message) => {
    if (typeof message === 'string') return message;
    const { part } = message;
    const sentence = worded(message);
    return part === 'title' ? asTitle(sentence) : sentence;
  };
  const worded = (message: Message): string => {
    if (message.code === 'in_turn') return inTurn(message.args.messages);
    return message.code === 'said_by_service' ? message.args.sentences.map(ofService).join(' ') : single(message);
  };
  const ofService = ({ id, values }: ServiceSentence): string => {
    const written = values.map((value) => (typeof value === 'number' ? write.count(value) : write.named(value)));
    const here = Object.hasOwn(service, id) ? (service[id] ?? id) : id;
    return filled(typeof here === 'string' ? here : here(...values.map(String)), written);
  };
  const inTurn = (messages: readonly Words[]): string =>
    messages
      .map(say)
      .filter((sentence) => sentence !== '')
      .join(' ');
  const single = ({ code, args, part }: Message): string => {
    // The tables pair each code with the words for its own arguments; a code of another version has none.
    if (Object.hasOwn(fixable, code)) {
      const { says, fix }: ProblemWording<never> = fixable[code as keyof typeof fixable];
      return written(part === 'fix' ? fix : says, args);
    }
    return Object.hasOwn(notes, code) ? written(notes[code as keyof NoteTable] as Sentence<never>, args) : code;
  };
  const written = (sentence: Sentence<never>, args: unknown): string =>
    typeof sentence === 'string' ? sentence : sentence(args as never, saying);
  const saying = { ...write, say };
  return say;
}

/** A sentence as a title: without its full stop. */
export const asTitle = (sentence: string): string => sentence.replace(/\.$/, '');

/** A value of the seam with its messages in words. */
export type InWords<Value> = Value extends Message
  ? string
  : Value extends object
    ? { [Key in keyof Value]: InWords<Value[Key]> }
    : Value;

/** Puts every message in a value of the seam into words. Everything else comes back as it is. */
export function inWords<Value>(value: Value, say: Say): InWords<Value> {
  // The type above says of each place what this walk makes of it.
  return walked(value, say) as InWords<Value>;
}

function walked(value: unknown, say: Say): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isMessage(value)) return say(value);
  if (Array.isArray(value)) return value.map((part) => walked(part, say));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, walked(part, say)]));
}
