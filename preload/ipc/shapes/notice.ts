import { z } from 'zod';
import { words } from '../words.ts';
import { WindowPlace } from './desktop.ts';

export const NoticeKind = z.enum(['invitation', 'mention', 'attention', 'drop_finished', 'signed_out']);

/** Maximum number of notices kept, and of ids in one message about them. */
export const MOST_NOTICES = 50;

export const NoticeAuthor = z.object({ id: z.string(), name: z.string() });

/** A notice that the person got, as it is kept. */
export const Notice = z.object({
  id: z.string(),
  kind: NoticeKind,
  title: words,
  body: words,
  /** Where it leads; omitted: where its kind does. */
  place: WindowPlace.optional(),
  /** Whose comment or task it is about. */
  by: NoticeAuthor.optional(),
  atMs: z.number(),
  isRead: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

export const NoticeHistory = z.object({
  /** Newest first. Invitations are not part of it: they stay pending until answered. */
  notices: z.array(Notice),
  /** The ids of the pending invitations that were read. */
  readInvitations: z.array(z.string()),
});
export type NoticeHistory = z.infer<typeof NoticeHistory>;
