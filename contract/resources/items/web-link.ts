import { z } from 'zod';
import { dateTime, etag, sequenceId, webLinkId } from '../ids.ts';
import { userMini } from '../people/user.ts';
import { sharedLink } from '../sharing/shared-link.ts';
import { folderMini } from './folder-mini.ts';
import { itemStatus, pathCollection } from './item.ts';

/** Web link (Mini). */
export const webLinkMini = z.object({
  id: webLinkId,
  type: z.literal('web_link'),
  etag: etag.nullable(),
  sequence_id: sequenceId.nullable(),
  name: z.string(),
  url: z.string(),
});
export type WebLinkMini = z.output<typeof webLinkMini>;

const standardFields = {
  description: z.string(),
  parent: folderMini.nullable(),
  path_collection: pathCollection,
  created_at: dateTime,
  modified_at: dateTime,
  trashed_at: dateTime.nullable(),
  purged_at: dateTime.nullable(),
  created_by: userMini,
  modified_by: userMini,
  owned_by: userMini,
  shared_link: sharedLink.nullable(),
  item_status: itemStatus,
};

/** Web link (full). */
export const fullWebLink = webLinkMini.extend(standardFields);
export type FullWebLink = z.output<typeof fullWebLink>;

/** A web link in a response: everything except `id` and `type` may be missing. */
export const webLink = fullWebLink.partial().required({ id: true, type: true });

export const webLinkStandardFields = Object.keys(standardFields);
