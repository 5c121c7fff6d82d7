import { z } from 'zod';
import { errorBody } from './error.ts';
import { file } from './file.ts';

/** What became of one file of a batch: the file with status 201, or the error that a request of its own would have met. */
export const uploadedOfBatch = z.object({
  status: z.int(),
  file: file.optional(),
  error: errorBody.optional(),
});

/** The answer to a batch of uploads: one entry for each file, in the order of the request. */
export const uploadedBatch = z.object({ total_count: z.int(), entries: z.array(uploadedOfBatch) });
export type UploadedBatch = z.output<typeof uploadedBatch>;
