import type { DrawableContent, Thumbnail, Thumbnailer, ThumbnailWish } from '../../ports/thumbnailer.ts';
import { createDrawing } from './drawing.ts';
import { MAX_SOURCE_BYTES } from './drawing-messages.ts';
import { createPictureCache } from './picture-cache.ts';

/** How long a request waits for its picture, in milliseconds, before the client is asked to retry. */
const PATIENCE_MS = 5_000;

/** Maximum pictures in the queue; above it, clients are asked to retry at once. */
const MOST_WAITING = 200;

const none: Thumbnail = { kind: 'none' };
const later: Thumbnail = { kind: 'later' };

/**
 * Draws with sharp and PDFium, one picture at a time, in a separate process. Pictures are cached in memory by the SHA-1 of their content, so
 * deleted content leaves nothing on disk.
 */
export function createThumbnailer(): Thumbnailer {
  const drawing = createDrawing();
  const kept = createPictureCache();
  const running = new Map<string, Promise<Thumbnail>>();
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  const drawInTurn = (key: string, content: DrawableContent, wish: ThumbnailWish): Promise<Thumbnail> => {
    const drawn = last.then(async () => {
      const thumbnail = isClosed ? later : await drawing.draw(content, wish);
      if (thumbnail.kind !== 'later') kept.put(key, thumbnail.kind === 'picture' ? thumbnail.bytes : null);
      running.delete(key);
      return thumbnail;
    });
    last = drawn;
    running.set(key, drawn);
    return drawn;
  };
  return {
    async draw(content, wish) {
      if (!drawing.isPossible || isClosed || content.sizeBytes === 0 || content.sizeBytes > MAX_SOURCE_BYTES)
        return none;
      const key = `${content.sha1} ${wish.format} ${wish.side}`;
      const known = kept.get(key);
      if (known !== undefined) return thumbnailOf(known);
      const begun = running.get(key);
      if (begun === undefined && running.size >= MOST_WAITING) return later;
      return orLater(begun ?? drawInTurn(key, content, wish));
    },
    async close() {
      isClosed = true;
      await drawing.close();
      await last;
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
