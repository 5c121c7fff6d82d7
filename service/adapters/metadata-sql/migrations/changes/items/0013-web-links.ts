import type { LargeIndex } from '../../migration.ts';

/** The web links of a user in any folder. `kind = 2`: a web link. */
export const index: LargeIndex = { name: 'item_web_links', on: 'item (owner_id, id) where kind = 2' };
