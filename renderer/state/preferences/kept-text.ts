import { useState } from 'react';
import { z } from 'zod';

/** A form's text that survives a page reload. Each tab has its own. */
export function useKeptText(key: string, initial: string): readonly [string, (text: string) => void] {
  const name = nameOf(key);
  const [text, setText] = useState(() => sessionStorage.getItem(name) ?? initial);
  const change = (next: string): void => {
    sessionStorage.setItem(name, next);
    setText(next);
  };
  return [text, change];
}

/** Changes a stored text from outside of its form; null resets the form. */
export function keepText(key: string, text: string | null): void {
  if (text === null) sessionStorage.removeItem(nameOf(key));
  else sessionStorage.setItem(nameOf(key), text);
}

/** Resets all forms whose keys begin so. */
export function forgetTexts(start: string): void {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(nameOf(start)));
  for (const name of names) sessionStorage.removeItem(name);
}

/** The same for a list of pairs, or of single words. */
export function useKeptPairs(key: string): readonly [readonly Pair[], (pairs: readonly Pair[]) => void] {
  const [text, setText] = useKeptText(key, '[]');
  return [readPairs(text), (pairs) => setText(JSON.stringify(pairs))];
}

const Pair = z.tuple([z.string(), z.string()]);
export type Pair = z.output<typeof Pair>;

function readPairs(text: string): readonly Pair[] {
  try {
    return z.array(Pair).parse(JSON.parse(text));
  } catch {
    // Written by another version: choose again.
    return [];
  }
}

const nameOf = (key: string): string => `tandem.${key}`;
