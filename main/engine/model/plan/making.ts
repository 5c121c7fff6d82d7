import type { Fingerprint } from '../entry.ts';
import type { ItemId, LocalId } from '../ids.ts';

/** A folder of this disk that was about to be created on the service, and its place on both sides then. */
export type Making = {
  readonly localId: LocalId;
  readonly parentLocalId: LocalId;
  readonly localName: string;
  readonly fingerprint: Fingerprint;
  readonly parentId: ItemId;
  readonly name: string;
  /** When the request was sent. */
  readonly atMs: number;
};

/** `metItemId`: the new folder that the service reported at that place since; null: none yet. */
export type MakingRow = Making & { readonly metItemId: ItemId | null };
