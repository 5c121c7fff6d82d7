import type { Words } from './message.ts';
import { createSay, type Language, type Writing } from './wording.ts';

/** A part of a message: words, or the name of a person or an item, which the window shows in bold instead of in quotes. */
export type MessagePart = string | { readonly name: string };

/** Puts a message into words, with the names in it apart. */
export type SayInParts = (message: Words) => readonly MessagePart[];

/** Holds the place of a name in a sentence. In Unicode it is no character, so no text contains it (Unicode Standard, 23.7). */
const BOUND = '\uffff';

export const createSayInParts =
  (language: Language, write: Writing): SayInParts =>
  (message) => {
    const names: string[] = [];
    const place = (name: string): string => `${BOUND}${names.push(name) - 1}${BOUND}`;
    const sentence = createSay(language, { ...write, quoted: place, named: place })(message);
    return sentence
      .split(BOUND)
      .map((part, at) => (at % 2 === 0 ? part : { name: names[Number(part)] ?? part }))
      .filter((part) => part !== '');
  };
