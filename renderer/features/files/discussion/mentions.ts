import type { KnownPerson } from '../../../parts/people/known-people.ts';
import type { RepliedTo } from '../../../state/items/asked-reply.ts';

/** A user who can be mentioned: anyone with access to the file. */
export type Mentionable = KnownPerson;

/** The word after an `@` at the caret, and the position of the `@`; null: no mention is being typed. */
export function typedMention(text: string, caret: number): { readonly from: number; readonly word: string } | null {
  const found = /(?:^|\s)@([^\s@]*)$/.exec(text.slice(0, caret));
  if (found === null) return null;
  const word = found[1] ?? '';
  return { from: caret - word.length - 1, word };
}

/**
 * Converts each `@Name` to `@[id:Name]`, as the service expects. `chosen`: latest first. Of `people`, who were not chosen, only those whose name is
 * unique are mentioned. Longest names first, since "Ann" is a prefix of "Ann Keller".
 */
export function tagged(text: string, chosen: readonly RepliedTo[], people: readonly Mentionable[]): string {
  const namesakes = Map.groupBy(people, ({ name }) => name);
  const unique = people.filter(({ name }) => namesakes.get(name)?.length === 1);
  const byLength = [...chosen, ...unique].toSorted((one, other) => other.name.length - one.name.length);
  const [first = '', ...behind] = text.split('@');
  return behind.reduce((done, piece) => {
    const person = byLength.find(({ name }) => piece.startsWith(name) && !GOES_ON.test(piece.slice(name.length)));
    return person === undefined
      ? `${done}@${piece}`
      : `${done}@[${person.id}:${person.name}]${piece.slice(person.name.length)}`;
  }, first);
}

/** "@Samuel" does not mention Sam. */
const GOES_ON = /^[\p{L}\p{M}\p{N}]/u;

/** `at`: its start in the service's text. */
export type CommentPart = { readonly at: number; readonly text: string; readonly isMention: boolean };

/** The text of a comment, split at its mentions. */
export function partsOf({ message = '', tagged_message: tags = '' }: Commented): readonly CommentPart[] {
  if (tags === '') return [{ at: 0, text: message, isMention: false }];
  return [...tags.matchAll(/@\[\d+:([^\]]*)\]|(?:(?!@\[\d+:[^\]]*\]).)+/gs)].map(({ 0: text, 1: name, index: at }) =>
    name === undefined ? { at, text, isMention: false } : { at, text: `@${name}`, isMention: true },
  );
}

type Commented = { readonly message?: string | undefined; readonly tagged_message?: string | undefined };
