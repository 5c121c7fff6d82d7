import { collaboration } from '../../../../contract/resources/collaboration.ts';
import { type Event, eventTypes } from '../../../../contract/resources/event.ts';
import { type File, file } from '../../../../contract/resources/file.ts';
import { type Folder, folder } from '../../../../contract/resources/folder.ts';
import type { Kind, RemoteEntry } from '../../model/entry.ts';
import { type ItemId, itemId } from '../../model/ids.ts';
import type { ChangesPage, RemoteChange } from '../../ports/remote.ts';
import { goneEntry, isLive, remoteEntry } from './remote-entry.ts';

/** Reads an item as it now is; null when it is not there for this account. */
export type ReadItem = (id: ItemId, kind: Kind) => Promise<RemoteEntry | null>;

/** Events that say nothing about where items are, what they are called and what is in them. */
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
 * What the stream is asked for. Each download of each device is an event of the owner: where the service leaves them out, a large tree
 * that was read elsewhere costs the next look nothing. A service that does not filter sends them, and they are passed over here.
 */
export const WANTED_TYPES: string = eventTypes.filter((type) => !WITHOUT_CHANGE.has(type)).join(',');

/** After these, a folder stands there with things below it that no event names. */
const WITH_CONTENTS: ReadonlySet<string> = new Set(['ITEM_MOVE', 'ITEM_COPY', 'ITEM_UNDELETE_VIA_TRASH', 'ITEM_SYNC']);

/** What a page tells besides its position. */
type Told = Required<Pick<Extract<ChangesPage, { ok: true }>, 'changes' | 'invitations' | 'isAccessChanged'>>;

/**
 * What a page of events means for the tree of the account, in order (service-decisions.md 4.4). An event about who may see an
 * item does not say what this account sees of it now: then the item itself is asked, once a page.
 */
export async function changesOf(events: readonly Event[], readItem: ReadItem): Promise<Told> {
  const read = rememberingReader(readItem);
  const seen = new Set<string>();
  const changes: RemoteChange[] = [];
  for (const event of events) {
    if (seen.has(event.event_id) || WITHOUT_CHANGE.has(event.event_type)) continue;
    seen.add(event.event_id);
    const change = await changeOf(event, read);
    if (change) changes.push(change);
  }
  const isAbout = (what: string): boolean => events.some(({ event_type }) => event_type.startsWith(what));
  return { changes, invitations: isAbout('COLLAB_'), isAccessChanged: isAbout('GROUP_') };
}

async function changeOf(event: Event, read: ReadItem): Promise<RemoteChange | null> {
  const item = itemOf(event.source);
  if (!item) return null;
  const isAboutSight = event.event_type.startsWith('COLLAB_') || event.event_type === 'ITEM_UNSYNC';
  if (!isLive(item) || event.event_type === 'ITEM_TRASH') {
    // Who loses sight of an item is told of it as of a trashed one.
    const change = { eventId: event.event_id, kind: 'removed', entry: goneEntry(item), contents: false } as const;
    return { ...change, ...(isAboutSight && { isLost: true }) };
  }
  const entry = entryOf(item);
  // What is synced of a folder need not be in an event (SPEC P65).
  const isSetting = event.event_type === 'ITEM_MODIFY' && item.type === 'folder' && item.sync_state === undefined;
  // An item without a name or a content cannot be taken from the event: it is asked for as well.
  if (isAboutSight || isSetting || !entry) return lookedAt(event, item, read, isAboutSight);
  return {
    eventId: event.event_id,
    kind: 'changed',
    entry,
    contents: item.type === 'folder' && WITH_CONTENTS.has(event.event_type),
    ...(item.permissions === undefined && { rightsUnknown: true }),
  };
}

/** `isAboutSight`: who sees the item has changed, and with it what is below and what may be done there. */
async function lookedAt(
  event: Event,
  item: File | Folder,
  read: ReadItem,
  isAboutSight: boolean,
): Promise<RemoteChange> {
  const entry = await read(itemId(item.id), item.type);
  const change = { eventId: event.event_id, isCurrent: true };
  if (entry) return { ...change, kind: 'changed', entry, contents: isAboutSight && item.type === 'folder' };
  return { ...change, kind: 'removed', entry: goneEntry(item), contents: false, isLost: isAboutSight };
}

function itemOf(source: Event['source']): File | Folder | null {
  const asFile = file.safeParse(source);
  if (asFile.success) return asFile.data;
  const asFolder = folder.safeParse(source);
  if (asFolder.success) return asFolder.data;
  const asCollaboration = collaboration.safeParse(source);
  return (asCollaboration.success && asCollaboration.data.item) || null;
}

function entryOf(item: File | Folder): RemoteEntry | null {
  if (item.name === undefined) return null;
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
