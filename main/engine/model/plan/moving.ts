import type { Etag, ItemId, LocalId } from '../ids.ts';

/** A place on the service, and the one on this disk that it stands for. */
export type PlaceAskedFor = {
  readonly parentId: ItemId;
  readonly name: string;
  readonly parentLocalId: LocalId;
  readonly localName: string;
};

/** An item of the service that was about to move or to be renamed there, as it was then. The request may take effect without an answer, and later. */
export type Moving = {
  readonly itemId: ItemId;
  readonly etag: Etag | null;
  readonly from: { readonly parentId: ItemId | null; readonly name: string };
  readonly to: PlaceAskedFor;
  /** When it was sent, by this computer's clock. */
  readonly atMs: number;
};

/** Of several requests about one version of an item, at most one takes effect: the places that they asked for. */
export type MovingRow = Omit<Moving, 'to'> & { readonly to: readonly PlaceAskedFor[] };
