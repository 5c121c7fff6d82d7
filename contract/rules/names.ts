import type { Sentence } from '../resources/sentence.ts';
import { limits } from './limits.ts';
import { say } from './say.ts';

/**
 * The name of the files in which clients keep ignore rules for a folder. It syncs like any other. People who may only drop files into a
 * folder must not make rules for it, so the service gives a submission another name.
 */
export const ruleFileName = '.tandemignore';

/** The reason why a name is refused; `null` would mean that it is valid. */
export interface NameFault {
  readonly code: 'item_name_invalid' | 'item_name_too_long';
  /** A message for people: the problem, and how to fix it. */
  readonly reason: readonly Sentence[];
}

/**
 * Validates the name of a file, folder or web link by the rules of the interface: 1-255 characters, no control characters
 * (`Cc` of Unicode: C0, DEL and C1), no `/` or `\`, no space at the end, not `.` or `..`. Bidirectional marks are allowed: Arabic and Hebrew names
 * need them, and disks store them. Code that shows a name escapes or isolates them.
 */
export function nameFault(name: string): NameFault | null {
  const invalid = (reason: readonly Sentence[]): NameFault => ({ code: 'item_name_invalid', reason });
  if (name.length === 0) return invalid(say`A name must have at least one character.`);
  if (!name.isWellFormed()) return invalid(say`A name must be valid Unicode. This one contains half a surrogate pair.`);
  const length = [...name].length;
  if (length > limits.itemNameLength) {
    const reason = say`A name can have at most ${limits.itemNameLength} characters, not ${length}. Shorten it.`;
    return { code: 'item_name_too_long', reason };
  }
  if (name === '.' || name === '..') return invalid(say`A name must not be "${name}".`);
  if (/[/\\]/.test(name)) return invalid(say`A name must not contain "/" or "\\".`);
  if (/\p{Cc}/u.test(name)) return invalid(say`A name must not contain control characters.`);
  if (name.endsWith(' ')) return invalid(say`A name must not end with a space. Remove it.`);
  return null;
}

/**
 * A name without the characters that no name may contain, and without spaces at its end. It can still have a fault: it may be empty, `.`, `..` or
 * too long.
 */
export function cleanedName(name: string): string {
  // The lookbehind starts at the first of several spaces only; from each of them, many spaces would take quadratic time.
  return name.replaceAll(/[/\\\p{Cc}]/gu, '').replace(/(?<! ) +$/, '');
}

/**
 * The form in which names in one folder are compared: Unicode NFC, case-insensitive. Case is folded character by character (simple
 * folding), so that the result does not depend on a locale or on adjacent characters (the two small sigmas are equal, `ß` and `ss`
 * are not).
 */
export function nameKey(name: string): string {
  let folded = '';
  for (const character of name.normalize('NFC')) folded += foldCharacter(character);
  return folded.normalize('NFC');
}

function foldCharacter(character: string): string {
  const upper = character.toUpperCase();
  return [...upper].length === 1 ? upper.toLowerCase() : character.toLowerCase();
}
