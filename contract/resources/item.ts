import { z } from 'zod';
import { folderMini } from './folder-mini.ts';

/** `active` not in the trash, `trashed` in it, `deleted` gone for good. */
export const itemStatus = z.enum(['active', 'trashed', 'deleted']);
export type ItemStatus = z.output<typeof itemStatus>;

/** The folders above an item, the root first. */
export const pathCollection = z.object({ total_count: z.int(), entries: z.array(folderMini) });
export type PathCollection = z.output<typeof pathCollection>;
