/** How the text of a content is read. By its bytes: a name may be wrong, and copies of one content may have several. */
export type ContentKind = 'pdf' | 'archive' | 'text';

/** Bytes at the start of a content that show its kind. */
export const HEAD_BYTES = 1024;

/**
 * Maximum bytes to read of each kind. PDFs and archives have their tables at the end, so a larger one can't be read; of a longer text only
 * the start is read.
 */
export const MAX_BYTES: Readonly<Record<ContentKind, number>> = {
  pdf: 32 * 1024 ** 2,
  archive: 32 * 1024 ** 2,
  text: 2 * 1024 ** 2,
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

/** The text in UTF-8 or, with its mark, UTF-16; null if the bytes are not text. They may end within a character. */
export function decodeText(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return control.test(text) || text.startsWith('{\\rtf') ? null : text;
  } catch {
    return null;
  }
}

/** Control characters other than white space and escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
const control = /[\0-\u0008\u000e-\u001a\u001c-\u001f]/;
