import { loadPdfium } from '../pdfium/load-pdfium.ts';

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

/** Draws pages with PDFium, in bounded memory. */
export async function loadPdfPages(maxBytes?: number): Promise<PdfPages> {
  const pdfium = await loadPdfium(maxBytes);
  return {
    async drawFirst(source, side) {
      const page = (await pdfium.open(source)).getPage(0);
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
