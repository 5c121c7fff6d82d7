import { z } from 'zod';

/**
 * A sentence with its values apart, so that a client can say it in another language. `id`: the English sentence with `{0}`, `{1}` … at
 * the places of the values.
 */
export const sentence = z.object({ id: z.string(), values: z.array(z.union([z.string(), z.number()])) });
export type Sentence = z.output<typeof sentence>;
