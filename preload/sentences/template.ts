/**
 * A sentence with places in it, as a catalogue writes it: `"{subject}" is locked until {at:moment}.` A place names what stands there,
 * and after a colon of which kind it is; without one it is a name, a path or a person's words, which no language changes.
 */
export type PlaceKind = keyof typeof PATTERNS | 'said';

/** How each kind is written in English (main/engine/report/status/words.ts). */
const PATTERNS = {
  text: '[\\s\\S]*?',
  /** A word that only English needs: another language may leave it out. */
  word: '[\\s\\S]*?',
  count: '\\d{1,3}(?:,\\d{3})+|\\d+',
  files: '1 file|[\\d,]+ files',
  bytes: '\\d+(?:\\.\\d+)? (?:bytes|KB|MB|GB|TB|PB)',
  duration: 'a few seconds|about [\\d,]+ (?:second|minute|hour)s?',
  moment: '(?:on [A-Z][a-z]+day )?at \\d\\d:\\d\\d',
} as const;

/** A part of a template: words, or a place. */
export type TemplatePart = string | { readonly name: string; readonly kind: PlaceKind };

/** The values of a sentence at the placeholders of a template, by name; null if the sentence does not match. */
export type Reading = (
  sentence: string,
) => ReadonlyMap<string, { readonly kind: PlaceKind; readonly value: string }> | null;

const PLACE = /\{(\w+)(?::(\w+))?\}/;

/** Throws for a kind that there is none of: a catalogue is part of the program. */
export function partsOf(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let rest = template;
  for (let found = PLACE.exec(rest); found !== null; found = PLACE.exec(rest)) {
    const [place, name = '', kind = 'text'] = found;
    if (found.index > 0) parts.push(rest.slice(0, found.index));
    if (!isKind(kind)) throw new Error(`the template "${template}" has a place of the unknown kind "${kind}"`);
    parts.push({ name, kind });
    rest = rest.slice(found.index + place.length);
  }
  return rest === '' ? parts : [...parts, rest];
}

/** Words of a template, without its places: of two that read a sentence, the one that has more of them is meant. */
export function wordsIn(template: string): number {
  return partsOf(template).reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0);
}

export function readingOf(template: string): Reading {
  const parts = partsOf(template);
  const places = parts.filter((part) => typeof part !== 'string');
  const pattern = parts.map((part) => (typeof part === 'string' ? escaped(part) : `(${patternOf(part.kind)})`));
  const whole = new RegExp(`^${pattern.join('')}$`);
  return (sentence) => {
    const found = whole.exec(sentence);
    if (found === null) return null;
    return new Map(places.map(({ name, kind }, index) => [name, { kind, value: found[index + 1] ?? '' }]));
  };
}

const isKind = (kind: string): kind is PlaceKind => kind === 'said' || kind in PATTERNS;

const patternOf = (kind: PlaceKind): string => (kind === 'said' ? PATTERNS.text : PATTERNS[kind]);

const escaped = (words: string): string => words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
