import type { LargeIndex } from '../../migration.ts';

/**
 * Finds the events of the administrators' log that got their position over ten minutes after their time (`streams/admin-events`). A window
 * of time is a range of positions except for these.
 */
export const index: LargeIndex = {
  name: 'event_late',
  on: 'event (admin_position) where admin_position > created_at * 1000 + 600000000',
};
