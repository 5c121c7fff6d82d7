import { z } from 'zod';
import { folderMini } from './folder-mini.ts';

/** `active`: not in the trash; `trashed`: in the trash; `deleted`: permanently deleted. */
export const itemStatus = z.enum(['active', 'trashed', 'deleted']);

/** The parent folders of an item, starting with the root. */
export const pathCollection = z.object({ total_count: z.int(), entries: z.array(folderMini) });
export type PathCollection = z.output<typeof pathCollection>;
