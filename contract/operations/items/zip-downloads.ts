import { z } from 'zod';
import { json, operation } from '../../operation.ts';
import { bodyId, plainText } from '../../request-fields.ts';
import { dateTime } from '../../resources/ids.ts';
import { limits } from '../../rules/limits.ts';
import { downloadScopes } from '../../scopes.ts';
import { itemAccessErrors } from '../item-errors.ts';
import { linkErrors, sharedLinkHeader } from '../parameters.ts';

/** An item whose own name is taken in the archive, or that takes the name of another one. */
const renamedItem = z.object({
  id: z.string(),
  type: z.enum(['file', 'folder']),
  original_name: z.string(),
  download_name: z.string(),
});

const zipDownload = z.object({
  download_url: z.url(),
  status_url: z.url(),
  expires_at: dateTime,
  /** Pairs: the item that has the name in the archive, and the one that got another. */
  name_conflicts: z.array(z.tuple([renamedItem, renamedItem])),
});

const count = z.int().nonnegative();

const zipDownloadStatus = z.object({
  total_file_count: count,
  downloaded_file_count: count,
  skipped_file_count: count,
  skipped_folder_count: count,
  state: z.enum(['in_progress', 'failed', 'succeeded']),
});

export const createZipDownload = operation({
  name: 'createZipDownload',
  summary:
    'Prepares the download of files and folders as one ZIP archive. `download_url` needs no token and works once, within 15 minutes. Web links are left out.',
  method: 'POST',
  path: '/zip_downloads',
  headers: sharedLinkHeader,
  body: json(
    z.object({
      items: z.array(z.object({ type: z.enum(['file', 'folder']), id: bodyId })).min(1, 'must name at least one item'),
      /** Without the extension `.zip`. */
      download_file_name: plainText(limits.itemNameLength).optional(),
    }),
  ),
  answers: { 202: { kind: 'json', schema: zipDownload } },
  errors: [
    'access_denied_item_locked',
    'zip_download_file_count_exceeded_limit',
    'zip_download_pre_compressed_bytes_exceeded_limit',
    'user_too_many_concurrent_downloads',
    'enterprise_too_many_concurrent_downloads',
    ...linkErrors,
    ...itemAccessErrors,
  ],
  scope: downloadScopes,
});

export const getZipDownloadStatus = operation({
  name: 'getZipDownloadStatus',
  summary: 'Gets the progress of a ZIP download, from its start and for 12 hours. Only its creator can.',
  method: 'GET',
  path: '/zip_downloads/{zip_download_id}/status',
  params: z.object({
    zip_download_id: z.string().regex(/^[0-9a-f]{32}$/, 'must be an id: 32 hexadecimal digits'),
  }),
  answers: { 200: { kind: 'json', schema: zipDownloadStatus } },
  errors: ['not_found'],
  scope: downloadScopes,
});
