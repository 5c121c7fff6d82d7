import { Parser } from 'htmlparser2';
import type { CollectedText } from './collected-text.ts';

/** Which text of a document in HTML or XML counts. Names of elements are without their prefix. */
export interface MarkupRules {
  readonly isXml: boolean;
  /** Whether text outside of all elements that say so counts. */
  readonly countsAtFirst: boolean;
  /** Whether the text in an element counts; undefined: as around it. */
  readonly counts: (name: string, attributes: Readonly<Record<string, string>>) => boolean | undefined;
  /** Words do not continue across its start and end. */
  readonly separates: (name: string) => boolean;
}

/** Adds the text of a document that comes in pieces. Damaged documents are read as far as they make sense. */
export function addMarkup(text: CollectedText, pieces: Iterable<string>, rules: MarkupRules): void {
  const counting = [rules.countsAtFirst];
  const separate = (name: string) => {
    if (rules.separates(name)) text.add(' ');
  };
  const parser = new Parser(
    {
      onopentag(prefixed, attributes) {
        const name = localName(prefixed);
        counting.push(rules.counts(name, attributes) ?? counting.at(-1) ?? false);
        separate(name);
      },
      ontext(piece) {
        if (counting.at(-1)) text.add(piece);
      },
      onclosetag(prefixed) {
        counting.pop();
        separate(localName(prefixed));
      },
    },
    { xmlMode: rules.isXml },
  );
  for (const piece of pieces) {
    if (text.isFull) return;
    parser.write(piece);
  }
  parser.end();
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** A text in pieces, so that a reader that has enough need not see the rest. */
export function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += PIECE) yield text.slice(start, start + PIECE);
}

const PIECE = 64 * 1024;

const unseen = new Set(['script', 'style', 'template', 'noscript']);
const inline = new Set(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

export const html: MarkupRules = {
  isXml: false,
  countsAtFirst: true,
  counts: (name) => (unseen.has(name) ? false : undefined),
  separates: (name) => !inline.has(name),
};

export const plainXml: MarkupRules = {
  isXml: true,
  countsAtFirst: true,
  counts: (name) => (unseen.has(name) ? false : undefined),
  separates: () => true,
};
