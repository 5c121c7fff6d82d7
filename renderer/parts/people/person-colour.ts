const COLOURS = [
  'bg-person-1',
  'bg-person-2',
  'bg-person-3',
  'bg-person-4',
  'bg-person-5',
  'bg-person-6',
  'bg-person-7',
  'bg-person-8',
] as const;

/** One of eight colours, fixed per person: derived from the id, which survives a rename. */
export function personColour(id: string): string {
  let hash = 0;
  // Multiply before adding each character, so that ids differing only in the last digit get different colours.
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9_973;
  return COLOURS[hash % COLOURS.length] ?? COLOURS[0];
}

/** `Ann Keller` -> `AK`, `ann@harbour.studio` -> `A`; of more than two words the first and last. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('');
}
