import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';

/** Maximum memory of the decoder, in bytes: it holds the document and all that it unpacks. */
const MAX_DECODER_BYTES = 256 * 1024 ** 2;

export interface Pdfium {
  /** Opens a document. @throws when it is none, is damaged, or needs a password. */
  open(source: Uint8Array): Promise<PDFiumDocument>;
}

/**
 * PDFium as WebAssembly, which reaches nothing but its own memory. Each document gets a new one, since a hostile document could
 * otherwise write into the picture or the text of the next.
 */
export async function loadPdfium(maxBytes = MAX_DECODER_BYTES): Promise<Pdfium> {
  const code = await readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')));
  const decoder = await WebAssembly.compile(code);
  return {
    async open(source) {
      const library = await PDFiumLibrary.init({
        instantiateWasm(imports, onReady) {
          const instance = new WebAssembly.Instance(decoder, withLimit(imports, maxBytes));
          onReady(instance);
          return instance.exports;
        },
      });
      return library.loadDocument(source);
    },
  };
}

/** The decoder grows its memory through this import alone; when it is refused more, it ends with an error. */
function withLimit(imports: WebAssembly.Imports, maxBytes: number): WebAssembly.Imports {
  const { env = {} } = imports;
  const grow = env['emscripten_resize_heap'];
  if (typeof grow !== 'function') throw new Error('PDFium has no import that limits its memory');
  const resize = (wantedBytes: number): unknown =>
    wantedBytes >>> 0 > maxBytes ? 0 : Reflect.apply(grow, null, [wantedBytes]);
  return { ...imports, env: { ...env, emscripten_resize_heap: resize } };
}
