import type { LargeIndex } from '../../migration.ts';

/** The locks that expire, earliest first. */
export const index: LargeIndex = {
  name: 'item_lock_expiry',
  on: 'item (lock_expires_at, id) where lock_expires_at is not null',
};
