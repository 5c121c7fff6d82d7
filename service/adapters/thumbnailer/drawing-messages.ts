import type { ThumbnailWish } from '../../ports/thumbnailer.ts';

/** To the drawing process, one picture at a time: the request, its bytes in order, and the end. */
export type DrawingOrder =
  | { readonly kind: 'begin'; readonly wish: ThumbnailWish }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' };

/** From the drawing process. `ready`: sharp is loaded. `picture` null: the content cannot be drawn. */
export type DrawingAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly picture: Uint8Array | null };

/** Maximum size of content to draw, in bytes: the drawing process holds all of it in memory. */
export const MAX_SOURCE_BYTES = 32_000_000;

/** Maximum number of pixels to draw: each takes four bytes when the format cannot be read in strips. */
export const MAX_SOURCE_PIXELS = 50_000_000;
