import { parentPort } from 'node:worker_threads';
import { loadPdfium, type Pdfium } from '../pdfium/load-pdfium.ts';
import { type CollectedText, collectText } from './collected-text.ts';
import { decodeText } from './content-kind.ts';
import type { TextAnswer, TextOrder } from './text-messages.ts';

/**
 * The thread that reads untrusted documents, one at a time. It holds no secret, no file and no connection, and can crash, hang or run out of
 * memory alone. A document without text answers with an empty one; a damaged one, with what could be read.
 */

parentPort?.on('message', (order: TextOrder) => void read(order).then(answer));
answer({ kind: 'ready' });

function answer(message: TextAnswer): void {
  parentPort?.postMessage(message);
}

async function read(order: TextOrder): Promise<TextAnswer> {
  const text = collectText();
  let addText: Reader;
  try {
    addText = await readerFor(order);
  } catch (error) {
    return { kind: 'failed', reason: String(error) };
  }
  try {
    await addText(text);
  } catch {
    // The document is damaged: what could be read of it counts.
  }
  return { kind: 'read', text: text.value };
}

/** Adds the text of a document. @throws if the document is damaged. */
type Reader = (text: CollectedText) => void | Promise<void>;

let pdfium: Promise<Pdfium> | null = null;

/** Loads the reader with its first document. @throws if it can't be loaded; then the thread ends. */
async function readerFor({ kind, bytes }: TextOrder): Promise<Reader> {
  switch (kind) {
    case 'pdf': {
      const { addPdf } = await import('./pdf-text.ts');
      pdfium ??= loadPdfium();
      const decoder = await pdfium;
      return (text) => addPdf(text, bytes, decoder);
    }
    case 'archive': {
      const { addOffice } = await import('./office-text.ts');
      return (text) => addOffice(text, bytes);
    }
    case 'text':
      return plainTextReader(decodeText(bytes) ?? '');
  }
}

async function plainTextReader(content: string): Promise<Reader> {
  const form = /^\s*<(?:(\?xml|svg)|!doctype\s+html|html|head|body)\b/i.exec(content);
  if (form === null) return (text) => text.add(content);
  const { addMarkup, html, piecesOf, plainXml } = await import('./markup-text.ts');
  const isXml = form[1] !== undefined && !/<html[\s>]/i.test(content.slice(0, 1024));
  return (text) => addMarkup(text, piecesOf(content), isXml ? plainXml : html);
}
