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

/** A person as a text names them after the `@`: where several have the name, with the sign-in name, so that a text can name each of them. */
export function writtenName({ name, login }: Mentionable, people: readonly Mentionable[]): string {
  const isUnique = people.filter((one) => one.name === name).length <= 1;
  return isUnique || login === '' ? name : `${name} (${login})`;
}

/**
 * Converts each `@Name` to `@[id:Name]`, as the service expects. `chosen`: by their written names, latest first. Of `people`, who were not chosen, only
 * those whose written name is unique are mentioned. Longest names first, since "Ann" is a prefix of "Ann Keller".
 */
export function tagged(text: string, chosen: readonly RepliedTo[], people: readonly Mentionable[]): string {
  const written = people.map((person) => ({ id: person.id, name: writtenName(person, people) }));
  const namesakes = Map.groupBy(written, ({ name }) => name);
  const unique = written.filter(({ name }) => namesakes.get(name)?.length === 1);
  const byLength = [...chosen, ...unique].toSorted((one, other) => other.name.length - one.name.length);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  let done = '';
  let rest = text;
  for (let at = rest.indexOf('@'); at !== -1; at = rest.indexOf('@')) {
    const behind = rest.slice(at + 1);
    const person = byLength.find(({ name }) => behind.startsWith(name) && !GOES_ON.test(behind.slice(name.length)));
    done += rest.slice(0, at) + (person === undefined ? '@' : `@[${person.id}:${names.get(person.id) ?? person.name}]`);
    rest = behind.slice(person?.name.length ?? 0);
  }
  return done + rest;
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
