import type { LargeIndex } from '../../migration.ts';

/** Versions whose contents the search has not read: at first, all of them. */
export const index: LargeIndex = { name: 'file_version_unread', on: 'file_version (id) where text_state = 0' };
