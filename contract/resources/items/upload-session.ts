import { z } from 'zod';
import { dateTime, sha1, uploadSessionId } from '../ids.ts';
import { offsetPage } from '../paging.ts';
import { file } from './file.ts';

/** Absolute URLs of the operations of one session. */
export const sessionEndpoints = z.object({
  upload_part: z.string(),
  commit: z.string(),
  abort: z.string(),
  list_parts: z.string(),
  status: z.string(),
  log_event: z.string(),
});
export type SessionEndpoints = z.output<typeof sessionEndpoints>;

/** Upload session: `total_parts` parts of `part_size` bytes each, the last one may be shorter. */
const fullUploadSession = z.object({
  id: uploadSessionId,
  type: z.literal('upload_session'),
  session_expires_at: dateTime,
  /** Bytes. */
  part_size: z.int().positive(),
  total_parts: z.int(),
  num_parts_processed: z.int(),
  session_endpoints: sessionEndpoints,
});
export type FullUploadSession = z.output<typeof fullUploadSession>;

/** In a response: other services may omit what it does not take to send the parts. */
export const uploadSession = fullUploadSession
  .extend({ session_endpoints: sessionEndpoints.partial() })
  .partial()
  .required({ id: true, type: true, part_size: true, total_parts: true });
export type UploadSession = z.output<typeof uploadSession>;

/** A stored part: `part_id` is eight hexadecimal digits, `offset` and `size` are bytes. */
export const uploadPart = z.object({
  part_id: z.string().min(1),
  offset: z.int().nonnegative(),
  size: z.int().nonnegative(),
  sha1,
});
export type UploadPart = z.output<typeof uploadPart>;

export const uploadedPart = z.object({ part: uploadPart });
export const uploadPartsByOffset = offsetPage(uploadPart);

/** The response to an upload: a list with only the created or changed file. */
export const uploadedFiles = z.object({ total_count: z.int(), entries: z.array(file) });
export type UploadedFiles = z.output<typeof uploadedFiles>;
