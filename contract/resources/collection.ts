import { z } from 'zod';

/** A collection of items that a person keeps; there is one of it, the Favorites. */
export const collection = z.object({
  id: z.string(),
  type: z.literal('collection'),
  name: z.string(),
  collection_type: z.string(),
});
export type Collection = z.output<typeof collection>;

export const favoritesName = 'Favorites';
