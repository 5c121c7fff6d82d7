import type { Said } from './said.ts';
import { type PlaceKind, partsOf, type Reading, readingOf, wordsIn } from './template.ts';

/** One language: its text for each English template, and its format for each kind of placeholder. */
export type SentenceLanguage = {
  /** English -> this language; the same names of places on both sides. */
  readonly templates: Readonly<Record<string, string>>;
  readonly written: Readonly<Record<Exclude<PlaceKind, 'said'>, (value: string) => string>>;
};

/** A sentence comes again and again, with every status. More than are ever on the screen at once. */
const REMEMBERED = 2_000;

/**
 * Translates sentences. A sentence without a template is returned unchanged, and so is a placeholder's value that is no sentence. Two
 * sentences in one (a message and its remedy) are translated one after the other; a title, which has no full stop, like its sentence.
 */
export function createSaid(language: SentenceLanguage): Said {
  const known = translator(language);
  const remembered = new Map<string, string>();
  return (sentence) => {
    const before = remembered.get(sentence);
    if (before !== undefined) return before;
    if (remembered.size >= REMEMBERED) remembered.clear();
    const now = known(sentence) ?? titleOf(known, sentence) ?? sentence;
    remembered.set(sentence, now);
    return now;
  };
}

/** Null: not in the catalogue. */
type Known = (sentence: string) => string | null;

function titleOf(known: Known, title: string): string | null {
  return known(`${title}.`)?.replace(/\.$/, '') ?? null;
}

type Entry = { readonly read: Reading; readonly say: string };

function translator({ templates, written }: SentenceLanguage): Known {
  const inOrder = Object.entries(templates).sort(([a], [b]) => wordsIn(b) - wordsIn(a));
  const plain = new Map(inOrder.filter(([template]) => !template.includes('{')));
  const withPlaces = inOrder.filter(([template]) => template.includes('{'));
  const entry = ([template, say]: readonly [string, string]): Entry => ({ read: readingOf(template), say });
  const entries = withPlaces.map(entry);
  /** For a text that another sentence can follow. */
  const sentences = withPlaces.filter(([template]) => template.endsWith('.')).map(entry);

  const known: Known = (sentence) => plain.get(sentence) ?? two(sentence) ?? byTemplate(sentence, entries);
  // Before the whole is tried: a place at the end of a template, such as what the disk said, would take the next sentence in.
  const two: Known = (sentence) => {
    for (let at = sentence.indexOf('. '); at >= 0; at = sentence.indexOf('. ', at + 1)) {
      const [first, rest] = [sentence.slice(0, at + 1), sentence.slice(at + 2)];
      const next = rest.endsWith('.') ? known(rest) : null;
      if (next === null) continue;
      const said = plain.get(first) ?? byTemplate(first, sentences);
      if (said !== null) return `${said} ${next}`;
    }
    return null;
  };
  const byTemplate = (sentence: string, of: readonly Entry[]): string | null => {
    for (const { read, say } of of) {
      const values = read(sentence);
      if (values !== null) return filled(say, values);
    }
    return null;
  };
  const filled = (say: string, values: NonNullable<ReturnType<Reading>>): string =>
    partsOf(say)
      .map((part) => {
        if (typeof part === 'string') return part;
        const { kind, value } = values.get(part.name) ?? { kind: 'text' as const, value: '' };
        return kind === 'said' ? (known(value) ?? value) : written[kind](value);
      })
      .join('');
  return known;
}
