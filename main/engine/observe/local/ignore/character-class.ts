/** A character of a pattern that stands for several: `?` or `[...]`. Matching ignores case; `character` is folded (`nameKey`). */
export type CharacterClass = { readonly has: (character: string) => boolean };

export const ANY_CHARACTER: CharacterClass = { has: () => true };

/** The classes as git knows them: ASCII only. */
const NAMED: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /\p{Cc}/u,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

type Member = (character: string) => boolean;

/** A character of the expression, without its escape, and where the next one begins. */
type Read = { readonly character: string; readonly next: number };

/** Reads the expression that begins with `[` at `start`. Null: it has no end or names an unknown class, so its rule matches nothing. */
export function readClass(
  pattern: readonly string[],
  start: number,
): { readonly is: CharacterClass; readonly next: number } | null {
  const isNegated = pattern[start + 1] === '!' || pattern[start + 1] === '^';
  const members: Member[] = [];
  const first = start + (isNegated ? 2 : 1);
  // The first member is never the end: `[]a]` holds `]` and `a`.
  for (let at = first; at === first || pattern[at] !== ']'; ) {
    const read = readMember(pattern, at);
    if (read === null) return null;
    members.push(read.has);
    at = read.next;
    if (pattern[at] !== ']') continue;
    return { is: { has: (character) => holds(members, character) !== isNegated }, next: at + 1 };
  }
  return null;
}

const holds = (members: readonly Member[], character: string): boolean =>
  members.some((has) => has(character) || has(character.toUpperCase()));

function readMember(pattern: readonly string[], at: number): { readonly has: Member; readonly next: number } | null {
  if (pattern[at] === '[' && pattern[at + 1] === ':') {
    const end = pattern.indexOf(']', at + 2);
    if (end === -1) return null;
    if (end > at + 2 && pattern[end - 1] === ':') {
      const named = NAMED[pattern.slice(at + 2, end - 1).join('')];
      return named === undefined ? null : { has: (character) => named.test(character), next: end + 1 };
    }
  }
  const from = readCharacter(pattern, at);
  if (from === null) return null;
  const isRange = pattern[from.next] === '-' && pattern[from.next + 1] !== ']';
  const to = isRange ? readCharacter(pattern, from.next + 1) : from;
  if (to === null) return null;
  const [low, high] = [from.character, to.character];
  // The lower end counts by itself, also if the range is empty.
  return { has: (character) => character === low || (low <= character && character <= high), next: to.next };
}

function readCharacter(pattern: readonly string[], at: number): Read | null {
  const isEscaped = pattern[at] === '\\';
  const character = pattern[isEscaped ? at + 1 : at];
  return character === undefined ? null : { character, next: at + (isEscaped ? 2 : 1) };
}
