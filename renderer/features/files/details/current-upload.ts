import type { ServiceAnswer } from '../../../../preload/ipc/service-calls.ts';

/** The fields that `currentUpload` needs, and who added the file, so that one request is enough for the details. */
export const CURRENT_UPLOAD =
  'id,type,created_at,created_by,version_number,size,modified_at,modified_by,uploader_display_name';

type Uploaded = Pick<
  ServiceAnswer<'getFile'>,
  'type' | 'id' | 'version_number' | 'size' | 'modified_at' | 'modified_by'
>;

/**
 * Who uploaded the current version, and when. A rename or a move by someone else takes the place of the upload in `modified_by` and `modified_at`: then
 * only the name of the uploader is known.
 */
export function currentUpload({ uploader_display_name: uploader, ...file }: ServiceAnswer<'getFile'>): Uploaded {
  if (uploader === undefined || uploader === '' || uploader === file.modified_by?.name) return file;
  return { ...file, modified_at: null, modified_by: { type: 'user', id: '', name: uploader, login: '' } };
}
