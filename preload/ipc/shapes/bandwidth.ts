import { z } from 'zod';

/** Bytes per second, at least 1 KiB; null: unlimited. */
const speed = z.number().int().min(1024).nullable();
const minute = z
  .number()
  .int()
  .min(0)
  .max(24 * 60);

/** Hours with a different limit. If `fromMinute` is after `toMinute`, the range spans midnight and belongs to the weekday on which it begins. */
const hours = z.object({
  weekdays: z.array(z.number().int().min(0).max(6)).min(1).max(7),
  fromMinute: minute,
  toMinute: minute,
  bytesPerSecond: speed,
});

const direction = z.object({ bytesPerSecond: speed, hours: z.array(hours).max(50) });

/** File transfer speed limits per direction: the default, and limits for certain hours. */
export const Bandwidth = z.object({ up: direction, down: direction });
export type Bandwidth = z.output<typeof Bandwidth>;
