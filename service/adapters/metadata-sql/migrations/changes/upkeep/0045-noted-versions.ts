import type { LargeIndex } from '../../migration.ts';

/** The same for versions. */
export const index: LargeIndex = {
  name: 'file_version_noted',
  on: 'file_version (kept_noted_at, id) where kept_trashed_at = trashed_at',
};
