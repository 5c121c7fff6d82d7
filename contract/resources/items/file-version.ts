import { z } from 'zod';
import { dateTime, fileVersionId, sha1 } from '../ids.ts';
import { userMini } from '../people/user.ts';

/** File version (full). */
export const fullFileVersion = z.object({
  id: fileVersionId,
  type: z.literal('file_version'),
  sha1,
  name: z.string(),
  /** Bytes. */
  size: z.int().min(0),
  created_at: dateTime,
  modified_at: dateTime,
  modified_by: userMini,
  trashed_at: dateTime.nullable(),
  trashed_by: userMini.nullable(),
  restored_at: dateTime.nullable(),
  restored_by: userMini.nullable(),
  purged_at: dateTime.nullable(),
  uploader_display_name: z.string(),
  version_number: z.string(),
});
export type FullFileVersion = z.output<typeof fullFileVersion>;

/** A file version in a response: everything except `id` and `type` may be missing. */
export const fileVersion = fullFileVersion.partial().required({ id: true, type: true });
