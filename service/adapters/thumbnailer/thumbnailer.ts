import type { DrawableContent, Thumbnail, Thumbnailer, ThumbnailWish } from '../../ports/thumbnailer.ts';
import { createDrawing } from './drawing.ts';
import { MAX_SOURCE_BYTES } from './drawing-messages.ts';
import { createFairQueue, type Order } from './fair-queue.ts';
import { createPictureCache } from './picture-cache.ts';

/** How long a request waits for its picture, in milliseconds, before the client is asked to retry. */
const PATIENCE_MS = 5_000;

/** Maximum pictures of one person that wait; above it, the client is asked to retry at once. Turns are fair at any length; this limits memory. */
const MAY_WAIT = 200;

const none: Thumbnail = { kind: 'none' };
const later: Thumbnail = { kind: 'later' };

/** A picture that is being drawn, or waits for it. */
interface Drawn extends Order {
  readonly thumbnail: Promise<Thumbnail>;
}

/**
 * Draws with sharp and PDFium, one picture at a time, in a separate process. Pictures are cached in memory by the SHA-1 of their content, so
 * deleted content leaves nothing on disk.
 */
export function createThumbnailer(): Thumbnailer {
  const drawing = createDrawing();
  const kept = createPictureCache();
  const running = new Map<string, Drawn>();
  const queue = createFairQueue(MAY_WAIT);
  let isClosed = false;
  const orderOf = (key: string, content: DrawableContent, wish: ThumbnailWish): Drawn => {
    const { promise, resolve } = Promise.withResolvers<Thumbnail>();
    let hasBegun = false;
    return {
      thumbnail: promise,
      get hasBegun() {
        return hasBegun;
      },
      async run() {
        hasBegun = true;
        const thumbnail = isClosed ? later : await drawing.draw(content, wish);
        if (thumbnail.kind === 'picture') kept.put(key, thumbnail.bytes);
        if (thumbnail.kind === 'none') kept.put(key, null);
        running.delete(key);
        resolve(thumbnail);
      },
    };
  };
  return {
    async draw(content, wish, person) {
      if (!drawing.isPossible || isClosed || content.sizeBytes === 0 || content.sizeBytes > MAX_SOURCE_BYTES)
        return none;
      const key = `${content.sha1} ${wish.format} ${wish.side}`;
      const known = kept.get(key);
      if (known !== undefined) return thumbnailOf(known);
      const order = running.get(key) ?? orderOf(key, content, wish);
      // It also joins the line of a person who wants what is in the line of another, and is drawn when the first of them has their turn.
      if (!order.hasBegun && !queue.add(person, order)) return later;
      running.set(key, order);
      return orLater(order.thumbnail);
    },
    async close() {
      isClosed = true;
      await drawing.close();
      await queue.settled();
    },
  };
}

const thumbnailOf = (picture: Uint8Array | null): Thumbnail =>
  picture === null ? none : { kind: 'picture', bytes: picture };

async function orLater(drawn: Promise<Thumbnail>): Promise<Thumbnail> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<Thumbnail>((resolve) => {
    timer = setTimeout(() => resolve(later), PATIENCE_MS);
  });
  return Promise.race([drawn, waited]).finally(() => clearTimeout(timer));
}
