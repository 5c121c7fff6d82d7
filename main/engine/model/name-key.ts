/**
 * The form in which names are compared: Unicode NFC, without regard to case. Two names with one key cannot be siblings on
 * the service (service-decisions.md A10) nor on a case-insensitive disk. The same folding as the service's own: character
 * by character, so that it depends on no locale and on no neighbour (the two small sigmas are equal, `\u00df` and `ss` not).
 */
export function nameKey(name: string): string {
  // Nearly all names: for printable ASCII the full rule says no more than this, and it is asked for every node.
  if (/^[\x20-\x7e]*$/.test(name)) return name.toLowerCase();
  let folded = '';
  for (const character of name.normalize('NFC')) folded += foldCharacter(character);
  return folded.normalize('NFC');
}

/** One name in two Unicode forms: the same name to a person, and no reason for a rename (edge case 32). */
export function sameName(a: string, b: string): boolean {
  return a === b || a.normalize('NFC') === b.normalize('NFC');
}

function foldCharacter(character: string): string {
  const upper = character.toUpperCase();
  return [...upper].length === 1 ? upper.toLowerCase() : character.toLowerCase();
}
