import { z } from 'zod';
import { userMini } from './user.ts';

/** A device on which a user signed in with a client that identifies it. */
export const devicePinner = z.object({
  id: z.string(),
  type: z.literal('device_pinner'),
  owned_by: userMini,
  product_name: z.string(),
});
export type DevicePinner = z.output<typeof devicePinner>;

/** A page of device pins: its marker is a number, unlike those of other lists (interface 4.14). */
export const devicePinners = z.object({
  entries: z.array(devicePinner),
  limit: z.int(),
  next_marker: z.int().nullable(),
  order: z.array(z.object({ by: z.literal('id'), direction: z.enum(['asc', 'desc']) })),
});
export type DevicePinners = z.output<typeof devicePinners>;
