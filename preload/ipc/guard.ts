import { z } from 'zod';

/**
 * What the guard lets pass without a question: deletes and rewrites up to so many items, or up to this share of all that is synced (SPEC
 * P31). The bounds leave it a guard: a folder that is emptied as a whole is always asked about.
 */
export const GuardLimits = z.object({
  items: z.number().int().min(1).max(10_000),
  /** 0 to 1; 0: the number alone decides. */
  share: z.number().min(0).max(0.9),
});
export type GuardLimits = z.output<typeof GuardLimits>;
