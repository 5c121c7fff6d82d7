import { ANY, type ComparedName, compileName, matchesSequence, type NamePattern } from './glob.ts';

/** One line in gitignore syntax, compiled. */
export type Rule = {
  /** As it is written. */
  readonly text: string;
  /** Includes what earlier rules exclude. */
  readonly isNegated: boolean;
  /** Whether it is about this item. `names`: those from the folder of the rule down to the item. Items below it are not asked about. */
  matches(names: readonly ComparedName[], isFolder: boolean): boolean;
};

/** Null: a comment, a blank line, or a rule that matches nothing. */
export function compileRule(text: string): Rule | null {
  if (text.startsWith('#') || text.trim() === '') return null;
  const isNegated = text.startsWith('!');
  const written = withoutTrailingSpace(isNegated ? text.slice(1) : text);
  const isForFolders = written.endsWith('/');
  const parts = (isForFolders ? written.slice(0, -1) : written).split('/');
  const matches = parts.length === 1 ? byName(parts[0] ?? '') : byPath(parts[0] === '' ? parts.slice(1) : parts);
  if (matches === null) return null;
  return { text, isNegated, matches: (names, isFolder) => (isFolder || !isForFolders) && matches(names) };
}

type Matches = (names: readonly ComparedName[]) => boolean;

/** A rule without a slash holds at every depth. */
function byName(part: string): Matches | null {
  const pattern = compileName(part);
  if (pattern === null) return null;
  return (names) => {
    const name = names.at(-1);
    return name !== undefined && pattern(name);
  };
}

/** `**` stands for any number of folders; at the end, for everything in the folder but not the folder. */
function byPath(parts: readonly string[]): Matches | null {
  const patterns: (NamePattern | typeof ANY)[] = [];
  for (const [index, part] of parts.entries()) {
    const isDeep = /^\*{2,}$/.test(part);
    if (isDeep && patterns.at(-1) !== ANY) patterns.push(ANY);
    if (isDeep && index < parts.length - 1) continue;
    const pattern = compileName(isDeep ? '*' : part);
    if (pattern === null) return null;
    patterns.push(pattern);
  }
  const least = patterns.filter((pattern) => pattern !== ANY).length;
  return (names) =>
    names.length >= least && matchesSequence(patterns, names, (pattern: NamePattern, name) => pattern(name));
}

/** Unless a backslash precedes it. */
function withoutTrailingSpace(text: string): string {
  const end = text.trimEnd().length;
  const backslashes = /\\*$/.exec(text.slice(0, end))?.[0].length ?? 0;
  return text.slice(0, backslashes % 2 === 1 && end < text.length ? end + 1 : end);
}
