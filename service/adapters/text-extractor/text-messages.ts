import type { ContentKind } from './content-kind.ts';

/** To the thread, one document at a time: its bytes, or of a long text the first ones. */
export interface TextOrder {
  readonly kind: ContentKind;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** From the thread. `ready`: its code is loaded. `failed`: the reader of such documents isn't, which says nothing about the document. */
export type TextAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string };
