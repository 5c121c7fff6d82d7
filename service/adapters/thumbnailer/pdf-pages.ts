import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PDFiumLibrary } from '@hyzyla/pdfium';

/** Maximum memory of the decoder, in bytes: it holds the document and all that it unpacks to draw the page. */
const MAX_DECODER_BYTES = 256 * 1024 ** 2;

/** Pixels of four bytes, RGBA. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface PdfPages {
  /** Draws the first page into a square of `side` pixels. @throws when there is none, or it cannot be drawn. */
  drawFirst(source: Uint8Array, side: number): Promise<DrawnPage>;
}

/**
 * PDFium as WebAssembly, which reaches nothing but its own memory. Each document gets a new one, since a hostile document could
 * otherwise draw into the thumbnail of the next.
 */
export async function loadPdfPages(maxBytes = MAX_DECODER_BYTES): Promise<PdfPages> {
  const code = await readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')));
  const decoder = await WebAssembly.compile(code);
  return {
    async drawFirst(source, side) {
      const library = await PDFiumLibrary.init({
        instantiateWasm(imports, onReady) {
          const instance = new WebAssembly.Instance(decoder, withLimit(imports, maxBytes));
          onReady(instance);
          return instance.exports;
        },
      });
      const page = (await library.loadDocument(source)).getPage(0);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      // A page may claim to be of any size, so only its proportions count.
      const scale = side / Math.max(originalWidth, originalHeight);
      const [width, height] = [originalWidth, originalHeight].map((points) => Math.max(1, Math.round(points * scale)));
      if (!width || !height) throw new Error('the document has no first page');
      // Without its fields, a completed form would look empty.
      return page.render({ width, height, render: 'bitmap', renderFormFields: true });
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
