import { z } from 'zod';
import { contentDate } from '../ids.ts';
import { file } from '../items/file.ts';
import { folder } from '../items/folder.ts';
import { webLink } from '../items/web-link.ts';
import { collaboration } from '../sharing/collaboration.ts';

/** Event types of the user streams that our service writes; clients ignore any others. */
export const eventTypes = [
  'ITEM_CREATE',
  'ITEM_UPLOAD',
  'ITEM_MOVE',
  'ITEM_COPY',
  'ITEM_RENAME',
  'ITEM_MODIFY',
  'ITEM_TRASH',
  'ITEM_UNDELETE_VIA_TRASH',
  'ITEM_MAKE_CURRENT_VERSION',
  'ITEM_SYNC',
  'ITEM_UNSYNC',
  'ITEM_DOWNLOAD',
  'ITEM_PREVIEW',
  'ITEM_SHARED_CREATE',
  'ITEM_SHARED_UPDATE',
  'ITEM_SHARED_UNSHARE',
  'LOCK_CREATE',
  'LOCK_DESTROY',
  'TAG_ITEM_CREATE',
  'COMMENT_CREATE',
  'COMMENT_DELETE',
  'TASK_CREATE',
  'TASK_ASSIGNMENT_CREATE',
  'COLLAB_ADD_COLLABORATOR',
  'COLLAB_ROLE_CHANGE',
  'COLLAB_INVITE_COLLABORATOR',
  'COLLAB_REMOVE_COLLABORATOR',
  'GROUP_ADD_USER',
  'GROUP_REMOVE_USER',
] as const;
export type EventType = (typeof eventTypes)[number];

/** The streams that a listener can choose; the last two are for administrators. */
export const streamTypes = ['all', 'changes', 'sync', 'admin_logs', 'admin_logs_streaming'] as const;
export type StreamType = (typeof streamTypes)[number];

/** The subject of an event: an item in its standard form, or any other resource as a free object. */
const eventSource = z.union([file, folder, webLink, collaboration, z.record(z.string(), z.unknown())]);
export type EventSource = z.output<typeof eventSource>;

/** Event envelope. Events may repeat and arrive out of order: identify them by `event_id`. Other services may omit the times and the creator's names. */
export const event = z.object({
  type: z.literal('event'),
  event_id: z.string(),
  event_type: z.string(),
  created_at: contentDate.optional(),
  recorded_at: contentDate.optional(),
  created_by: z
    .object({
      type: z.string(),
      id: z.string(),
      name: z.string().nullable().optional(),
      login: z.string().nullable().optional(),
    })
    .nullable()
    .optional(),
  session_id: z.string().nullable().optional(),
  source: eventSource.nullable().optional(),
  additional_details: z.record(z.string(), z.unknown()).nullable().optional(),
});
export type Event = z.output<typeof event>;

/** A page of events. `chunk_size` is the number of entries; the position is a number in user streams. */
export const eventPage = z.object({
  chunk_size: z.int(),
  next_stream_position: z.union([z.int(), z.string()]),
  entries: z.array(event),
});
export type EventPage = z.output<typeof eventPage>;

/** The long-poll URL. `ttl` and `max_retries` are strings, `retry_timeout` is seconds. */
export const realtimeServer = z.object({
  type: z.literal('realtime_server'),
  url: z.string(),
  ttl: z.string(),
  max_retries: z.string(),
  retry_timeout: z.number(),
});

export const realtimeServers = z.object({ chunk_size: z.int(), entries: z.array(realtimeServer) });

/** The response of a long poll: fetch events, or get a new realtime server first. */
export const longPollAnswer = z.object({ version: z.int(), message: z.string() });
export type LongPollAnswer = z.output<typeof longPollAnswer>;
