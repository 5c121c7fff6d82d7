import { useCallback, useSyncExternalStore } from 'react';
import { z } from 'zod';

/** A new text, or what becomes of the present one. */
export type TextChange = string | ((now: string) => string);

/**
 * A text of a form that stays when its field leaves the page, and over a reload. Each tab has its own. While there is none, it is `initial`.
 */
export function useKeptText(key: string, initial: string): readonly [string, (change: TextChange) => void] {
  const text = useSyncExternalStore(subscribe, () => readText(key)) ?? initial;
  const change = useCallback(
    (to: TextChange): void => {
      const next = typeof to === 'string' ? to : to(readText(key) ?? initial);
      keepText(key, next === initial ? null : next);
    },
    [key, initial],
  );
  return [text, change];
}

/** Null if there is none. */
export const readText = (key: string): string | null => sessionStorage.getItem(nameOf(key));

/** Changes a kept text from outside of its form; null resets the form. */
export function keepText(key: string, text: string | null): void {
  if (text === null) sessionStorage.removeItem(nameOf(key));
  else sessionStorage.setItem(nameOf(key), text);
  window.dispatchEvent(new Event(CHANGED));
}

/** Forgets the texts whose keys begin like this. */
export function dropTexts(start: string): void {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(nameOf(start))) sessionStorage.removeItem(name);
  }
}

/** The browser reports a change of the storage only to other tabs. */
const CHANGED = 'tandem-kept-text';

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}

/** The same for a list of pairs, or of single words. */
export function useKeptPairs(key: string): readonly [readonly Pair[], (pairs: readonly Pair[]) => void] {
  const [text, setText] = useKeptText(key, NO_PAIRS);
  return [readPairs(text), (pairs) => setText(JSON.stringify(pairs))];
}

export const NO_PAIRS = '[]';

const Pair = z.tuple([z.string(), z.string()]);
export type Pair = z.output<typeof Pair>;

/** The pairs in a kept text. */
export function readPairs(text: string): readonly Pair[] {
  try {
    return z.array(Pair).parse(JSON.parse(text));
  } catch {
    // Written by another version: choose again.
    return [];
  }
}

const nameOf = (key: string): string => `tandem.${key}`;
