import { z } from 'zod';
import { etag, folderId, sequenceId } from '../ids.ts';

/** Folder (Mini). */
export const folderMini = z.object({
  id: folderId,
  type: z.literal('folder'),
  etag: etag.nullable(),
  sequence_id: sequenceId.nullable(),
  name: z.string(),
});
export type FolderMini = z.output<typeof folderMini>;
