import { z } from 'zod';
import { pathId } from '../../../../../contract/operations/parameters.ts';
import { type File, file } from '../../../../../contract/resources/items/file.ts';
import { type Folder, folder } from '../../../../../contract/resources/items/folder.ts';
import { collaboration } from '../../../../../contract/resources/sharing/collaboration.ts';
import { type Event, eventTypes } from '../../../../../contract/resources/streams/event.ts';
import type { Kind, RemoteEntry } from '../../../model/entry.ts';
import { type ItemId, itemId } from '../../../model/ids.ts';
import { type ChangesPage, isHiding, type RemoteChange } from '../../../ports/remote/remote.ts';
import { goneEntry, isLive, remoteEntry } from '../remote-entry.ts';
import { NAMING_TYPES } from './namings.ts';

/** Reads the current state of an item; null when this account can't see it. */
export type ReadItem = (id: ItemId, kind: Kind) => Promise<RemoteEntry | null>;

/** Events that don't affect location, name or content. */
const WITHOUT_CHANGE: ReadonlySet<string> = new Set([
  'ITEM_DOWNLOAD',
  'ITEM_PREVIEW',
  'ITEM_OPEN',
  'COMMENT_CREATE',
  'COMMENT_DELETE',
  'TASK_CREATE',
  'TASK_ASSIGNMENT_CREATE',
]);

/**
 * The event types to request. Each download by each device is an event for the owner; with this filter, a large tree that was
 * read elsewhere costs the next poll nothing. Services that don't filter send them all, and `changesOf` skips them.
 */
export const WANTED_TYPES: string = eventTypes
  .filter((type) => !WITHOUT_CHANGE.has(type) || NAMING_TYPES.has(type))
  .join(',');

/** After these events a folder appears with contents that no event names. */
const WITH_CONTENTS: ReadonlySet<string> = new Set(['ITEM_MOVE', 'ITEM_COPY', 'ITEM_UNDELETE_VIA_TRASH', 'ITEM_SYNC']);

/** The parts of a page besides its position. */
type Told = Required<Pick<Extract<ChangesPage, { ok: true }>, 'changes' | 'invitations' | 'isAccessChanged'>>;

/**
 * The changes to the account's tree in a page of events, in order. An event about access does not include the item as this account
 * now sees it, so the item is read, once per page.
 */
export async function changesOf(events: readonly Event[], readItem: ReadItem): Promise<Told> {
  const read = rememberingReader(readItem);
  const seen = new Set<string>();
  const changes: RemoteChange[] = [];
  let isHidden = false;
  for (const event of events) {
    if (seen.has(event.event_id) || WITHOUT_CHANGE.has(event.event_type)) continue;
    seen.add(event.event_id);
    const change = await changeOf(event, read).catch((error: unknown) => {
      if (!isHiding(error)) throw error;
      isHidden = true;
      return null;
    });
    if (change) changes.push(change);
  }
  const isAbout = (what: string): boolean => events.some(({ event_type }) => event_type.startsWith(what));
  return { changes, invitations: isAbout('COLLAB_'), isAccessChanged: isAbout('GROUP_') || isHidden };
}

async function changeOf(event: Event, read: ReadItem): Promise<RemoteChange | null> {
  const item = itemOf(event.source);
  if (!item) return null;
  const isAboutSight = event.event_type.startsWith('COLLAB_') || event.event_type === 'ITEM_UNSYNC';
  // Without a sequence id, nothing says whether the event is news.
  if (!item.sequence_id) return lookedAt(event, item, read, isAboutSight);
  if (!isLive(item) || event.event_type === 'ITEM_TRASH') {
    // Loss of access arrives in the same form as a trashed item.
    const entry = goneEntry(item, event.created_by);
    return { kind: 'removed', entry, contents: false, ...(isAboutSight && { isLost: true }) };
  }
  const entry = entryOf(item);
  // An event may omit the folder's sync state (SPEC P65).
  const isSetting = event.event_type === 'ITEM_MODIFY' && item.type === 'folder' && item.sync_state === undefined;
  // An event without a name or content is not enough: read the item.
  if (isAboutSight || isSetting || !entry) return lookedAt(event, item, read, isAboutSight);
  return {
    kind: 'changed',
    entry,
    contents: item.type === 'folder' && WITH_CONTENTS.has(event.event_type),
    ...(item.permissions === undefined && { rightsUnknown: true }),
  };
}

/** `isAboutSight`: access to the item has changed, and with it the contents below and the rights on them. */
async function lookedAt(
  event: Event,
  item: File | Folder,
  read: ReadItem,
  isAboutSight: boolean,
): Promise<RemoteChange> {
  const entry = await read(itemId(item.id), item.type);
  if (entry) {
    const hasContents = isAboutSight || WITH_CONTENTS.has(event.event_type);
    return { kind: 'changed', isCurrent: true, entry, contents: hasContents && item.type === 'folder' };
  }
  return {
    kind: 'removed',
    isCurrent: true,
    entry: goneEntry(item, event.created_by),
    contents: false,
    isLost: isAboutSight,
  };
}

/**
 * Enough to read an item. Other services leave fields out of their events or send another shape of them, and skipping an event means missing
 * a change.
 */
const reference = { id: pathId };
const itemReference = z.discriminatedUnion('type', [
  file.pick({ type: true }).extend(reference),
  folder.pick({ type: true }).extend(reference),
]);
const collaborationReference = z.object({ type: z.literal('collaboration'), item: itemReference });

function itemOf(source: Event['source']): File | Folder | null {
  for (const form of [file, folder, itemReference]) {
    const item = form.safeParse(source);
    if (item.success) return item.data;
  }
  const asCollaboration = collaboration.safeParse(source);
  if (asCollaboration.success) return asCollaboration.data.item ?? null;
  return collaborationReference.safeParse(source).data?.item ?? null;
}

function entryOf(item: File | Folder): RemoteEntry | null {
  // Without its place, the item would seem to be in the account's root.
  if (item.name === undefined || item.parent === undefined) return null;
  if (item.type === 'file' && (item.sha1 === undefined || item.size === undefined)) return null;
  return remoteEntry(item);
}

function rememberingReader(readItem: ReadItem): ReadItem {
  const known = new Map<string, Promise<RemoteEntry | null>>();
  return (id, kind) => {
    const found = known.get(id) ?? readItem(id, kind);
    known.set(id, found);
    return found;
  };
}
