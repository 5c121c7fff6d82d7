import { z } from 'zod';

/** Bytes a second, at least 1 KiB; null: no limit. */
const speed = z.number().int().min(1024).nullable();
const minute = z
  .number()
  .int()
  .min(0)
  .max(24 * 60);

/** Hours in which another limit holds; `fromMinute` behind `toMinute`: over midnight, of the weekday on which they begin. */
const hours = z.object({
  weekdays: z.array(z.number().int().min(0).max(6)).min(1).max(7),
  fromMinute: minute,
  toMinute: minute,
  bytesPerSecond: speed,
});

const direction = z.object({ bytesPerSecond: speed, hours: z.array(hours).max(50) });

/** How fast bytes of files may go, each way: what holds always, and in certain hours. */
export const Bandwidth = z.object({ up: direction, down: direction });
export type Bandwidth = z.output<typeof Bandwidth>;
