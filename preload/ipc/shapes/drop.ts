import { z } from 'zod';

/** A dropped file without a local path, before its bytes. `relativePath` uses `/`. */
export const AnnouncedFile = z.object({
  relativePath: z.string().min(1).max(4096),
  sizeBytes: z.number().int().min(0),
  modifiedAtMs: z.number(),
});
