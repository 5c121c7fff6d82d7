import { parentPort } from 'node:worker_threads';
import { loadPdfium, type Pdfium } from '../pdfium/load-pdfium.ts';
import { type CollectedText, collectText } from './collected-text.ts';
import { decodeText } from './content-kind.ts';
import type { TextAnswer, TextOrder } from './text-messages.ts';

/**
 * The thread that reads untrusted documents, one at a time. It holds no secret, no file and no connection, and can crash, hang or run out of
 * memory alone. A document without text answers with an empty one; a damaged one, with what could be read.
 */

let pdfium: Promise<Pdfium> | null = null;

parentPort?.on('message', (order: TextOrder) => {
  const text = collectText();
  void addText(text, order)
    .catch(() => undefined)
    .then(() => answer({ kind: 'read', text: text.value }));
});
answer({ kind: 'ready' });

function answer(message: TextAnswer): void {
  parentPort?.postMessage(message);
}

/** Each reader is loaded with its first document. */
async function addText(text: CollectedText, { kind, bytes }: TextOrder): Promise<void> {
  switch (kind) {
    case 'pdf': {
      const { addPdf } = await import('./pdf-text.ts');
      pdfium ??= loadPdfium();
      return addPdf(text, bytes, await pdfium);
    }
    case 'archive': {
      const { addOffice } = await import('./office-text.ts');
      return addOffice(text, bytes);
    }
    case 'text':
      return addPlainText(text, decodeText(bytes) ?? '');
  }
}

async function addPlainText(text: CollectedText, content: string): Promise<void> {
  const form = /^\s*<(?:(\?xml|svg)|!doctype\s+html|html|head|body)\b/i.exec(content);
  if (form === null) return text.add(content);
  const { addMarkup, html, piecesOf, plainXml } = await import('./markup-text.ts');
  const isXml = form[1] !== undefined && !/<html[\s>]/i.test(content.slice(0, 1024));
  addMarkup(text, piecesOf(content), isXml ? plainXml : html);
}
