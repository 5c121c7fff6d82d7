import type { Words } from './message.ts';
import { createSay, type Language, type Say, type Writing } from './wording.ts';

/** A part of a message: words, or the name of a person or an item, which the window shows in bold instead of in quotes. */
export type MessagePart = string | { readonly name: string };

/** Puts a message into words, with the names in it apart. */
export type SayInParts = (message: Words) => readonly MessagePart[];

/** Holds the place of a name in a sentence. In Unicode it is no character, so no text contains it (Unicode Standard, 23.7). */
const BOUND = '\uffff';

export const createSayInParts = (language: Language, write: Writing): SayInParts =>
  inParts(language, { ...write, quoted: (name) => name, named: (name) => name });

/** With the apostrophes of print, as beside the curly quotes of windows; the terminal keeps those of the keyboard. */
export function createSayInPrint(language: Language, write: Writing): Say {
  const split = inParts(language, write);
  return (message) =>
    split(message)
      .map((part) => (typeof part === 'string' ? part : part.name))
      .join('');
}

function inParts(language: Language, write: Writing): SayInParts {
  const names: string[] = [];
  const place = (name: string): string => `${BOUND}${names.push(name) - 1}${BOUND}`;
  const say = createSay(language, {
    ...write,
    quoted: (name) => place(write.quoted(name)),
    named: (name) => place(write.named(name)),
  });
  return (message) => {
    if (typeof message === 'string') return [message];
    names.length = 0;
    return say(message)
      .split(BOUND)
      .map((part, at) => (at % 2 === 0 ? part.replaceAll("'", '’') : { name: names[Number(part)] ?? part }))
      .filter((part) => part !== '');
  };
}
