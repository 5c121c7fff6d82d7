import type { Kind } from '../entry.ts';
import type { Etag, ItemId, LocalId } from '../ids.ts';

/** An item of the service that was about to move to its trash, as it was then. The request may take effect without an answer, and later. */
export type Trashing = {
  readonly itemId: ItemId;
  readonly kind: Kind;
  readonly parentId: ItemId | null;
  readonly name: string;
  readonly etag: Etag | null;
  /** Number of nodes, including itself. */
  readonly subtree: number;
  /** The rows below whose item was gone already: it was not this request that deleted those. */
  readonly deletedBefore: readonly LocalId[];
  /** When it was sent, by this computer's clock. */
  readonly atMs: number;
};
