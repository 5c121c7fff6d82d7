import { z } from 'zod';
import { errorBody } from '../error.ts';

/** The outcome for one file of a batch: its content with status 200, or the error that its own request would have returned. */
const downloadedOfBatch = z.object({
  status: z.int(),
  content: z.object({ sha1: z.string(), size: z.int(), base64: z.string() }).optional(),
  error: errorBody.optional(),
});

/** The response to a batch download: one entry per file, in the order of the request. */
export const downloadedBatch = z.object({ total_count: z.int(), entries: z.array(downloadedOfBatch) });
export type DownloadedBatch = z.output<typeof downloadedBatch>;
