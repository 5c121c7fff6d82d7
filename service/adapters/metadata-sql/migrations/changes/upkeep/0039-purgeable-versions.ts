import type { LargeIndex } from '../../migration.ts';

/** The same for versions. */
export const index: LargeIndex = {
  name: 'file_version_purgeable',
  on: 'file_version (trashed_at, id) where trashed_at is not null and kept_trashed_at is distinct from trashed_at',
};
