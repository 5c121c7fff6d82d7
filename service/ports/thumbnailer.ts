/** Draws small pictures of contents that are images. */
export interface Thumbnailer {
  /** Never rejects: a content that cannot be drawn, for whatever reason, has no picture. */
  draw(content: DrawableContent, wish: ThumbnailWish): Promise<Thumbnail>;
  /** Ends what is being drawn. */
  close(): Promise<void>;
}

export interface DrawableContent {
  /** Names the content: equal contents have one picture. */
  readonly sha1: string;
  readonly sizeBytes: number;
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** `side`: the square, in pixels, that the picture fits into. */
export interface ThumbnailWish {
  readonly format: ThumbnailFormat;
  readonly side: number;
}

export type ThumbnailFormat = 'png' | 'jpg';

/** `later`: it is still being drawn, or waits for its turn. `none`: there is no picture of this content. */
export type Thumbnail =
  | { readonly kind: 'picture'; readonly bytes: Uint8Array }
  | { readonly kind: 'later' }
  | { readonly kind: 'none' };
