import type { LargeIndex } from '../../migration.ts';

/** Trashed items that no purge has found to be kept; see `0037-kept-trash`. */
export const index: LargeIndex = {
  name: 'item_purgeable',
  on: 'item (trashed_at, id) where trashed_at is not null and kept_trashed_at is distinct from trashed_at',
};
