import { z } from 'zod';

/**
 * Limits below which the delete guard does not ask: number of deleted or overwritten items, or their share of all synced items (SPEC P31). The
 * bounds keep it effective: emptying a whole folder always needs confirmation.
 */
export const GuardLimits = z.object({
  items: z.number().int().min(1).max(10_000),
  /** 0 to 1; 0: only the number counts. */
  share: z.number().min(0).max(0.9),
});
export type GuardLimits = z.output<typeof GuardLimits>;
