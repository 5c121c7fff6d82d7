import type { ThumbnailWish } from '../../ports/thumbnailer.ts';

/** To the drawing process: one picture at a time, as its wish, its bytes in order, and the end. */
export type DrawingOrder =
  | { readonly kind: 'begin'; readonly wish: ThumbnailWish }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' };

/** From it. `ready`: sharp is loaded. `picture` null: the content cannot be drawn. */
export type DrawingAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly picture: Uint8Array | null };

/** Larger contents are not drawn, in bytes: the drawing process holds one whole. */
export const MAX_SOURCE_BYTES = 32_000_000;

/** Images of more pixels are not drawn: one takes four bytes each when its format cannot be read in strips. */
export const MAX_SOURCE_PIXELS = 50_000_000;
