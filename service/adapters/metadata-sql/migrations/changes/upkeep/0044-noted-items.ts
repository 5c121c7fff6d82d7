import type { LargeIndex } from '../../migration.ts';

/** Items that are noted as kept, the oldest notes first; see `0043-kept-notes`. */
export const index: LargeIndex = {
  name: 'item_noted',
  on: 'item (kept_noted_at, id) where kept_trashed_at = trashed_at',
};
