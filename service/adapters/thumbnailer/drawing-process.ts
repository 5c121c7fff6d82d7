import { parentPort } from 'node:worker_threads';
import sharp, { type Sharp } from 'sharp';
import type { ThumbnailWish } from '../../ports/thumbnailer.ts';
import { type DrawingAnswer, type DrawingOrder, MAX_SOURCE_PIXELS } from './drawing-messages.ts';
import type { PdfPages } from './pdf-pages.ts';

/**
 * Decodes untrusted images and PDFs, separate from the service. It holds no secret, no file and no connection, and as a process it can
 * crash, hang or run out of memory alone. In the desktop application it is a thread.
 */

/** Nothing else that libvips can read: SVG needs far more than a decoder of pixels, and PDFium draws PDF. */
const DECODERS = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'HeifBuffer', 'TiffBuffer', 'NsgifBuffer'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: DECODERS.map((name) => `VipsForeignLoad${name}`) });
sharp.cache(false);
sharp.concurrency(1);

const answer = (message: DrawingAnswer): void => {
  if (parentPort === null) process.send?.(message);
  else parentPort.postMessage(message);
};

let wish: ThumbnailWish | null = null;
let chunks: Uint8Array[] = [];
let pdfPages: Promise<PdfPages> | null = null;

(parentPort ?? process).on('message', (order: DrawingOrder) => {
  switch (order.kind) {
    case 'begin':
      wish = order.wish;
      chunks = [];
      return;
    case 'bytes':
      chunks.push(order.bytes);
      return;
    case 'end': {
      const source = Buffer.concat(chunks);
      chunks = [];
      if (wish !== null) void draw(source, wish).then((picture) => answer({ kind: 'drawn', picture }));
    }
  }
});
// The service that started it has ended; a thread ends with it.
if (parentPort === null) process.on('disconnect', () => process.exit(0));
answer({ kind: 'ready' });

async function draw(source: Buffer, { format, side }: ThumbnailWish): Promise<Uint8Array | null> {
  try {
    const small = (isPdf(source) ? await firstPage(source, side) : image(source))
      .timeout({ seconds: 8 })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    if (format === 'png') return await small.png().toBuffer();
    return await small.flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer();
  } catch {
    // Broken, too large, or an unsupported format: the caller shows a placeholder.
    return null;
  }
}

/** By the content: the name of a file may be wrong. */
const isPdf = (source: Buffer): boolean => source.subarray(0, 5).toString('latin1') === '%PDF-';

const image = (source: Uint8Array): Sharp =>
  sharp(source, { limitInputPixels: MAX_SOURCE_PIXELS, failOn: 'error', pages: 1 });

/** PDFium takes 4 MB of code, so it is loaded with the first PDF. */
async function firstPage(source: Uint8Array, side: number): Promise<Sharp> {
  pdfPages ??= import('./pdf-pages.ts').then(({ loadPdfPages }) => loadPdfPages());
  const { data, width, height } = await (await pdfPages).drawFirst(source, side);
  return sharp(data, { raw: { width, height, channels: 4 } });
}
