import type { AdminEventType } from '../../../../contract/resources/streams/admin-event.ts';
import type { EventType } from '../../../../contract/resources/streams/event.ts';
import type { WebhookTrigger } from '../../../../contract/resources/streams/webhook.ts';
import type { ItemRecord } from '../../../ports/metadata/items/items.ts';

/** The names of an item event in the administrators' log and in webhooks. */
export interface Happening {
  readonly adminType: AdminEventType | null;
  readonly trigger: WebhookTrigger | null;
}

type KnownAs = readonly [adminType: AdminEventType | null, file: WebhookTrigger | null, folder: WebhookTrigger | null];

/** Item events that are known beyond the user streams; web links have no triggers. */
const knownAs: Partial<Readonly<Record<EventType, KnownAs>>> = {
  ITEM_CREATE: ['UPLOAD', null, 'FOLDER.CREATED'],
  ITEM_UPLOAD: ['UPLOAD', 'FILE.UPLOADED', null],
  ITEM_MOVE: ['MOVE', 'FILE.MOVED', 'FOLDER.MOVED'],
  ITEM_COPY: ['COPY', 'FILE.COPIED', 'FOLDER.COPIED'],
  ITEM_RENAME: ['RENAME', 'FILE.RENAMED', 'FOLDER.RENAMED'],
  ITEM_MODIFY: ['EDIT', null, null],
  ITEM_TRASH: ['DELETE', 'FILE.TRASHED', 'FOLDER.TRASHED'],
  ITEM_UNDELETE_VIA_TRASH: ['UNDELETE', 'FILE.RESTORED', 'FOLDER.RESTORED'],
  ITEM_MAKE_CURRENT_VERSION: ['FILE_VERSION_RESTORE', 'FILE.UPLOADED', null],
  ITEM_DOWNLOAD: ['DOWNLOAD', 'FILE.DOWNLOADED', 'FOLDER.DOWNLOADED'],
  ITEM_PREVIEW: ['PREVIEW', 'FILE.PREVIEWED', null],
  ITEM_SHARED_CREATE: ['SHARE', 'SHARED_LINK.CREATED', 'SHARED_LINK.CREATED'],
  ITEM_SHARED_UPDATE: ['SHARE', 'SHARED_LINK.UPDATED', 'SHARED_LINK.UPDATED'],
  ITEM_SHARED_UNSHARE: ['UNSHARE', 'SHARED_LINK.DELETED', 'SHARED_LINK.DELETED'],
  LOCK_CREATE: ['LOCK', 'FILE.LOCKED', null],
  LOCK_DESTROY: ['UNLOCK', 'FILE.UNLOCKED', null],
};

/** The names of an item event beyond the user streams. */
export function auditNamesOf(eventType: EventType, item: Pick<ItemRecord, 'kind'>): Happening {
  const [adminType, ofFile, ofFolder] = knownAs[eventType] ?? [null, null, null];
  if (item.kind === 'file') return { adminType, trigger: ofFile };
  return { adminType, trigger: item.kind === 'folder' ? ofFolder : null };
}
