import { limits } from '../../../contract/rules/limits.ts';

/** How the text of a content is read. By its bytes: a name may be wrong, and copies of one content may have several. */
export type ContentKind = 'pdf' | 'archive' | 'text';

/** Bytes at the start of a content that show its kind. */
export const HEAD_BYTES = 1024;

/** Maximum bytes to read of each kind. */
export const MAX_BYTES: Readonly<Record<ContentKind, number>> = {
  pdf: limits.searchedDocumentBytes,
  archive: limits.searchedDocumentBytes,
  text: limits.searchedTextBytes,
};

/** The kind of a content that starts so; null if it has no text that can be read. */
export function kindOf(head: Uint8Array): ContentKind | null {
  const start = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  if (start.startsWith('%PDF-')) return 'pdf';
  if (start.startsWith('PK\u0003\u0004')) return officeEntries.test(start.slice(ZIP_HEADER_BYTES)) ? 'archive' : null;
  return decodeText(head) === null ? null : 'text';
}

/** The bytes of a local file header of ZIP before its name (APPNOTE.TXT 4.3.7). */
const ZIP_HEADER_BYTES = 30;

/** First entries of Office and OpenDocument files. Other archives are not read. */
const officeEntries = /^(?:mimetype|\[Content_Types\]\.xml|_rels\/|docProps\/|customXml\/|word\/|xl\/|ppt\/)/;

/** The text; null if the bytes are not text. They may end within a character. */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decode(bytes);
  const noise = countOf(text, noiseOfBinary);
  return noise * MIN_CHARACTERS_PER_NOISE > text.length || text.startsWith('{\\rtf') ? null : text;
}

/** A text may hold a NUL or a damaged character; bytes that are not text have far more of them. */
const MIN_CHARACTERS_PER_NOISE = 100;

/** Control characters other than white space, escape and the end of file of DOS; bytes that Windows-1252 leaves undefined; undecodable bytes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
const noiseOfBinary = /[\0-\u0008\u000e-\u0019\u001c-\u001f\u0081\u008d\u008f\u0090\u009d\ufffd]/g;

/** In UTF-16 if its mark says so, otherwise in UTF-8, unless most of what is not ASCII is undecodable: then in Windows-1252. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes);
  const text = decodeAs('utf-8', bytes);
  const undecodable = countOf(text, /\ufffd/g);
  return 2 * undecodable > countOf(text, /[^\0-\u007f]/gu) ? decodeAs('windows-1252', bytes) : text;
}

const decodeAs = (encoding: string, bytes: Uint8Array): string =>
  new TextDecoder(encoding).decode(bytes, { stream: true });

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
