import { z } from 'zod';
import { errorBody } from '../error.ts';
import { file } from './file.ts';

/** The outcome for one file of a batch: the file with status 201, or the error that its own request would have returned. */
const uploadedOfBatch = z.object({
  status: z.int(),
  file: file.optional(),
  error: errorBody.optional(),
});

/** The response to a batch upload: one entry per file, in the order of the request. */
export const uploadedBatch = z.object({ total_count: z.int(), entries: z.array(uploadedOfBatch) });
export type UploadedBatch = z.output<typeof uploadedBatch>;
