/**
 * The form in which names are compared: Unicode NFC, case-folded. Names with the same key can't be siblings on the service or on a
 * case-insensitive disk. Folds like the service does: character by character, independent of locale and context (the two small
 * sigmas are equal, `\u00df` and `ss` are not).
 */
export function nameKey(name: string): string {
  // Fast path for nearly all names: for printable ASCII the full rule gives the same result, and this runs for every node.
  if (/^[\x20-\x7e]*$/.test(name)) return name.toLowerCase();
  let folded = '';
  for (const character of name.normalize('NFC')) folded += foldCharacter(character);
  return folded.normalize('NFC');
}

/** The same name in two Unicode forms looks the same to the user and is no reason for a rename (edge case 32). */
export function sameName(a: string, b: string): boolean {
  return a === b || a.normalize('NFC') === b.normalize('NFC');
}

/** One character of a name, folded as in `nameKey`. */
export function foldCharacter(character: string): string {
  const upper = character.toUpperCase();
  return [...upper].length === 1 ? upper.toLowerCase() : character.toLowerCase();
}
