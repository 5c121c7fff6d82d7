import type { CharacterClass } from './character-class.ts';

/** One character of a pattern, or null for any number of them. */
export type Element = string | CharacterClass | null;

export const isLikeCharacter = (element: string | CharacterClass, character: string): boolean =>
  typeof element === 'string' ? element === character : element.has(character);

/** Characters whose bits are kept; more are rare. */
const MOST_KEPT = 128;

/**
 * Follows all ways through a pattern at once (Shift-And), so each character of a name is read once. Bit n of a number says that the name so far
 * is like the first n single elements.
 */
export function matcherOf(elements: readonly Element[]): (characters: ArrayLike<string>) => boolean {
  const singles = elements.filter((element) => element !== null);
  const size = Math.floor(singles.length / 32) + 1;
  const stays = bitsAt(size, placesOfAny(elements));
  const known = new Map<string, Int32Array>();

  /** The elements that are like this character. */
  const likeIt = (character: string): Int32Array => {
    const kept = known.get(character);
    if (kept !== undefined) return kept;
    const places = singles.flatMap((element, place) => (isLikeCharacter(element, character) ? [place] : []));
    const bits = bitsAt(size, places);
    if (known.size >= MOST_KEPT) known.clear();
    known.set(character, bits);
    return bits;
  };

  return (characters) => {
    if (characters.length < singles.length) return false;
    const reached = bitsAt(size, [0]);
    for (let at = 0; at < characters.length; at += 1) {
      if (!advance(reached, likeIt(characters[at] ?? ''), stays)) return false;
    }
    return hasBit(reached, singles.length);
  };
}

/** False: no way is left. */
function advance(reached: Int32Array, like: Int32Array, stays: Int32Array): boolean {
  let [carry, left] = [0, 0];
  for (let word = 0; word < reached.length; word += 1) {
    const bits = reached[word] ?? 0;
    const taken = bits & (like[word] ?? 0);
    const next = (taken << 1) | carry | (bits & (stays[word] ?? 0));
    carry = taken >>> 31;
    reached[word] = next;
    left |= next;
  }
  return left !== 0;
}

/** After how many single elements any number of characters may follow. */
function placesOfAny(elements: readonly Element[]): readonly number[] {
  let before = 0;
  return elements.flatMap((element) => {
    if (element === null) return [before];
    before += 1;
    return [];
  });
}

function bitsAt(size: number, places: readonly number[]): Int32Array {
  const bits = new Int32Array(size);
  for (const place of places) {
    const word = Math.floor(place / 32);
    bits[word] = (bits[word] ?? 0) | (1 << (place % 32));
  }
  return bits;
}

const hasBit = (bits: Int32Array, place: number): boolean =>
  ((bits[Math.floor(place / 32)] ?? 0) & (1 << (place % 32))) !== 0;
