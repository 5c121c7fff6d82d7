import { foldCharacter, nameKey } from '../../../model/names/name-key.ts';
import { ANY_CHARACTER, readClass } from './character-class.ts';
import { type Element, isLikeCharacter, matcherOf } from './name-matcher.ts';

/** A name in the form in which rules compare it; its characters are whole ones, not halves of a pair. */
export type ComparedName = { readonly key: string; readonly characters: ArrayLike<string> };

export function comparedName(name: string): ComparedName {
  const key = nameKey(name);
  return { key, characters: /[\ud800-\udfff]/.test(key) ? [...key] : key };
}

/** The part of a rule for one name. */
export type NamePattern = (name: ComparedName) => boolean;

/** Stands for any number of elements: `*` between characters, `**` between names. */
export const ANY = null;

/**
 * Whether a pattern stands for a whole sequence. Only the last `ANY` is ever extended: whatever an earlier one could take, a later one can
 * too. So it takes at most one comparison for each pair of an element and an item, whatever the pattern (SPEC P87).
 */
export function matchesSequence<Element, Item>(
  pattern: readonly (Element | typeof ANY)[],
  items: ArrayLike<Item>,
  isLike: (element: Element, item: Item) => boolean,
): boolean {
  let [at, taken] = [0, 0];
  let last: { readonly after: number; from: number } | null = null;
  while (taken < items.length) {
    const [element, item] = [pattern[at], items[taken]];
    if (element === ANY) {
      at += 1;
      last = { after: at, from: taken };
    } else if (element !== undefined && item !== undefined && isLike(element, item)) {
      [at, taken] = [at + 1, taken + 1];
    } else if (last === null) return false;
    else {
      last.from += 1;
      [at, taken] = [last.after, last.from];
    }
  }
  return pattern.slice(at).every((element) => element === ANY);
}

/** Compiles the part of a rule between two slashes. Null: it matches no name. */
export function compileName(pattern: string): NamePattern | null {
  const elements = readElements([...pattern]);
  if (elements === null) return null;
  const [first, ...others] = elements;
  // Most rules: a name, or an ending.
  if (elements.every(isCharacter)) {
    const key = nameKey(elements.join(''));
    return (name) => name.key === key;
  }
  if (first === ANY && others.every(isCharacter)) {
    const ending = others.join('');
    return (name) => name.key.endsWith(ending);
  }
  const matches = matcherOf(elements);
  return ({ characters }) => {
    const begin = characters[0];
    return (
      (first === ANY || first === undefined || (begin !== undefined && isLikeCharacter(first, begin))) &&
      matches(characters)
    );
  };
}

const isCharacter = (element: Element): element is string => typeof element === 'string';

function readElements(pattern: readonly string[]): readonly Element[] | null {
  const elements: Element[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at] ?? '';
    if (character === '*') {
      if (elements.at(-1) !== ANY) elements.push(ANY);
    } else if (character === '?') elements.push(ANY_CHARACTER);
    else if (character === '[') {
      const read = readClass(pattern, at);
      if (read === null) return null;
      elements.push(read.is);
      at = read.next - 1;
    } else if (character === '\\') {
      at += 1;
      const escaped = pattern[at];
      if (escaped === undefined) return null;
      elements.push(foldCharacter(escaped));
    } else elements.push(foldCharacter(character));
  }
  return elements.length === 0 ? null : elements;
}
