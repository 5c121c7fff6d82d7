import type { Pdfium } from '../pdfium/load-pdfium.ts';
import type { CollectedText } from './collected-text.ts';

/** Maximum pages to read: each stays in the decoder's memory. */
const MAX_PAGES = 2000;

/** Where a line ends within a word: PDFium marks the hyphen, and the break that follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: PDFium uses this control character.
const brokenWord = /[\u0002\ufffe]\s*/g;

/** Adds the text of a PDF, page by page; a damaged page does not hide the others. @throws if it is damaged or needs a password. */
export async function addPdf(text: CollectedText, source: Uint8Array, pdfium: Pdfium): Promise<void> {
  const document = await pdfium.open(source);
  const pages = Math.min(document.getPageCount(), MAX_PAGES);
  for (let index = 0; index < pages && !text.isFull; index++) {
    text.add(pageText(document, index).replace(brokenWord, ''));
    text.add(' ');
  }
}

function pageText(document: Awaited<ReturnType<Pdfium['open']>>, index: number): string {
  try {
    return document.getPage(index).getText();
  } catch {
    return '';
  }
}
