import { z } from 'zod';

/** A user's collection of items; the only one is the Favorites. */
export const collection = z.object({
  id: z.string(),
  type: z.literal('collection'),
  name: z.string(),
  collection_type: z.string(),
});
export type Collection = z.output<typeof collection>;

export const favoritesName = 'Favorites';
