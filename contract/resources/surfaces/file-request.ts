import { z } from 'zod';
import { dateTime, etag, type Kind } from '../ids.ts';
import { folderMini } from '../items/folder-mini.ts';
import { userMini } from '../people/user.ts';

export type FileRequestId = Kind<'file_request'>;
const fileRequestId: z.ZodType<FileRequestId, string> = z.string().min(1);

export const fileRequestStatus = z.enum(['active', 'inactive']);
export type FileRequestStatus = z.output<typeof fileRequestStatus>;

/** File request. `url` is the path of the form, relative to the service's URL. */
const fullFileRequest = z.object({
  id: fileRequestId,
  type: z.literal('file_request'),
  folder: folderMini,
  title: z.string(),
  description: z.string().nullable(),
  status: fileRequestStatus,
  is_email_required: z.boolean(),
  is_description_required: z.boolean(),
  expires_at: dateTime.nullable(),
  url: z.string(),
  etag: etag.nullable(),
  created_by: userMini,
  created_at: dateTime,
  updated_by: userMini,
  updated_at: dateTime,
});
export type FullFileRequest = z.output<typeof fullFileRequest>;

/** A file request in a response: everything that the interface does not require may be missing. */
export const fileRequest = fullFileRequest
  .partial()
  .required({ id: true, type: true, folder: true, created_at: true, updated_at: true });
