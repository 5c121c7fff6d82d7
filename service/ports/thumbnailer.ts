/** Draws thumbnails of images and of the first pages of PDFs. */
export interface Thumbnailer {
  /** Never rejects: content that cannot be drawn has no thumbnail. People take turns, by the id in `person`. */
  draw(content: DrawableContent, wish: ThumbnailWish, person: string): Promise<Thumbnail>;
  /** Stops drawing. */
  close(): Promise<void>;
}

export interface DrawableContent {
  /** Identifies the content: equal content has one thumbnail. */
  readonly sha1: string;
  readonly sizeBytes: number;
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** `side`: the square, in pixels, that the thumbnail fits into. */
export interface ThumbnailWish {
  readonly format: ThumbnailFormat;
  readonly side: number;
}

export type ThumbnailFormat = 'png' | 'jpg';

/**
 * `later`: it is being drawn or queued, or could not be drawn this time. `none`: this content has no thumbnail. `unreadable`: `open` or its
 * bytes failed with `error`.
 */
export type Thumbnail =
  | { readonly kind: 'picture'; readonly bytes: Uint8Array }
  | { readonly kind: 'later' }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly error: unknown };
