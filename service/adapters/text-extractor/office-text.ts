import { unzipSync } from 'fflate';
import type { CollectedText } from './collected-text.ts';
import { addMarkup, type MarkupRules } from './markup-text.ts';

/** Maximum bytes to unpack of one document. Parts that claim to be larger than what is left of it are not read. */
const MAX_UNPACKED_BYTES = 48 * 1024 ** 2;

const breaks = new Set('p h s br cr tab tc tr c row si is line-break list-item table-cell'.split(' '));
const separates = (name: string): boolean => breaks.has(name);

/** Word, PowerPoint and the shared texts of Excel (ECMA-376): only these elements hold text. */
const office: MarkupRules = { isXml: true, countsAtFirst: false, counts: (name) => name === 't', separates };

/** A sheet of Excel: the values of cells, except those that are the number of a shared text, a truth value or an error. */
const sheet: MarkupRules = {
  ...office,
  counts: (name, { t: cellType = 'n' }) => {
    if (name === 'c') return !['s', 'b', 'e'].includes(cellType);
    return inCell.has(name) ? undefined : false;
  },
};

const inCell = new Set(['v', 'is', 'r', 't']);

/** OpenDocument (ISO 26300): all text counts except what a change has deleted. */
const openDocument: MarkupRules = {
  isXml: true,
  countsAtFirst: true,
  counts: (name) => (name === 'tracked-changes' ? false : undefined),
  separates,
};

/** The parts that hold text. */
const parts: readonly { readonly name: RegExp; readonly rules: MarkupRules }[] = [
  { name: /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/, rules: office },
  { name: /^xl\/sharedStrings\.xml$/, rules: office },
  { name: /^xl\/worksheets\/[^/]+\.xml$/, rules: sheet },
  { name: /^ppt\/(?:slides|notesSlides)\/[^/]+\.xml$/, rules: office },
  { name: /^content\.xml$/, rules: openDocument },
];

/** Adds the text of an Office or OpenDocument file, which is an archive of XML files. @throws if it is damaged. */
export function addOffice(text: CollectedText, source: Uint8Array): void {
  let left = MAX_UNPACKED_BYTES;
  const unpacked = unzipSync(source, {
    // What unpacks to more than it claims is cut off there.
    filter: ({ name, originalSize }) => {
      if (rulesOf(name) === undefined || originalSize > left) return false;
      left -= originalSize;
      return true;
    },
  });
  const inOrder = Object.entries(unpacked).toSorted(([one], [other]) => byNumber.compare(one, other));
  for (const [name, bytes] of inOrder) {
    const rules = rulesOf(name);
    if (rules !== undefined) addMarkup(text, decoded(bytes), rules);
  }
}

const rulesOf = (name: string): MarkupRules | undefined => parts.find((part) => part.name.test(name))?.rules;

/** Slide 2 before slide 10. */
const byNumber = new Intl.Collator('en', { numeric: true });

const PIECE_BYTES = 64 * 1024;

function* decoded(bytes: Uint8Array): Generator<string> {
  const [first, second] = bytes;
  const isUtf16 = first === 0xff && second === 0xfe;
  const decoder = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8');
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield decoder.decode(bytes.subarray(start, start + PIECE_BYTES), { stream: true });
  }
}
