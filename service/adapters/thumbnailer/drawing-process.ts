import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import type { ThumbnailWish } from '../../ports/thumbnailer.ts';
import { type DrawingAnswer, type DrawingOrder, MAX_SOURCE_PIXELS } from './drawing-messages.ts';

/**
 * Decodes images that anyone may have uploaded, apart from the service: it holds no secret, no file and no connection, and as a
 * process it can crash, hang or swell alone. In the desktop application it is a thread.
 */

/** Everything else that libvips can read, SVG and PDF among it, is far more than a decoder of pixels. */
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
// The service that started it is gone; a thread goes with it.
if (parentPort === null) process.on('disconnect', () => process.exit(0));
answer({ kind: 'ready' });

async function draw(source: Uint8Array, { format, side }: ThumbnailWish): Promise<Uint8Array | null> {
  try {
    const small = sharp(source, { limitInputPixels: MAX_SOURCE_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: 8 })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    if (format === 'png') return await small.png().toBuffer();
    return await small.flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer();
  } catch {
    // Broken, too large, or of a format that is not decoded here: the placeholder stands for it.
    return null;
  }
}
