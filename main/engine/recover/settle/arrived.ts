import { agreementOn, meantName } from '../../execute/agreement-on.ts';
import { modifiedAtMs } from '../../execute/modified-at.ts';
import { type RemoteEntry, sameContent } from '../../model/entry.ts';
import { type ItemId, type LocalId, localId } from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { RootStore } from '../../store/root-store.ts';
import type { SentRow } from '../../store/transfers/transfer-table.ts';
import type { Settled } from './verdict.ts';

/** Whether one of these uploads of this file was seen on the service although its response never arrived. */
export const hasArrived = (root: RootStore, sent: readonly SentRow[], id: LocalId): boolean =>
  sent.some((one) => localIdOf(one) === id && arrivedOf(root, one, id) !== null);

/**
 * Whether a new file has moved since its upload was sent. The upload may exist on the service under the old place, so the file is not sent
 * again until that is known: otherwise the first upload would be downloaded next to it as someone else's file.
 */
export function wasSentElsewhere(root: RootStore, { destination, localName }: SentRow, id: LocalId): boolean {
  const here = root.local(id);
  if (destination.kind !== 'new' || here?.kind !== 'file' || isInStep(root, id)) return false;
  return here.name !== localName || root.syncedByItem(destination.parentId)?.localId !== here.parentId;
}

/** An edit that beat a delete keeps the row of the deleted item until it has been uploaded (SPEC P12). */
export function isInStep(root: RootStore, id: LocalId): boolean {
  const row = root.syncedByLocal(id);
  return row !== undefined && root.remote(row.itemId) !== undefined;
}

/** `there` null: the item is gone, or has newer content. */
export type Arrived = { readonly there: RemoteEntry | null; readonly agreed: Settled };

/** Null: the store has no sign that the upload arrived. */
export const arrivedOf = (root: RootStore, sent: SentRow, id: LocalId): Arrived | null =>
  sent.destination.kind === 'new'
    ? arrivedAsNew(root, sent, sent.destination, id)
    : arrivedAsVersion(root, sent, sent.destination.itemId, id);

/**
 * The version we sent is current, was reported in an event since, or was the last one before the item was deleted. A remote edit or
 * delete after it was then based on our content, so our content is not a local edit that would bring the item back. The synced place
 * is kept: an upload says nothing about a move.
 */
function arrivedAsVersion(root: RootStore, sent: SentRow, itemId: ItemId, id: LocalId): Arrived | null {
  const row = rowOfVersion(root, itemId, id);
  const there = root.remote(itemId);
  const isCurrent = there !== undefined && sameContent(there.content, sent.content);
  const wasLast = there === undefined && root.goneSha1(itemId) === sent.content.sha1;
  if (!isCurrent && !wasLast && sent.metEtag === null) return null;
  if (row === null || sameContent(row.content, sent.content)) return null;
  const agreed = {
    ...row,
    itemId,
    localId: id,
    content: sent.content,
    etag: (isCurrent ? there.etag : sent.metEtag) ?? row.etag,
    fingerprint: sent.fingerprint,
  };
  return { there: isCurrent ? there : null, agreed };
}

/**
 * Whether the item that a version was sent to is no longer this file's: it was set aside, and the item has another file here or none.
 * Whatever the request did, nothing is to be recorded for this file.
 */
export const wasSentForAnother = (root: RootStore, { destination }: SentRow, id: LocalId): boolean =>
  destination.kind === 'version' && rowOfVersion(root, destination.itemId, id) === null;

/** The row that a version of this item would be recorded in; null: the item is not this file's. */
function rowOfVersion(root: RootStore, itemId: ItemId, id: LocalId) {
  // An item that was deleted and recreated on the service can be uploaded to while its file still has the row of the deleted item (SPEC P11).
  const row = root.syncedByItem(itemId) ?? (isInStep(root, id) ? undefined : root.syncedByLocal(id));
  if (row === undefined || row.parentLocalId === null) return null;
  // A file recreated here under another local id still has the row of the deleted item (SPEC P11).
  const isOfFile = row.localId === id || (root.local(row.localId) === undefined && root.local(id)?.kind === 'file');
  return isOfFile ? { ...row, parentLocalId: row.parentLocalId } : null;
}

/**
 * A new file under the name we sent that is linked to no local file. The item seen under that name is ours wherever it is now: if it was
 * deleted with our content, or an event reported it with our content, then someone edited or deleted our upload on the service. If the
 * local file was deleted meanwhile, the delete propagates (edge case 99), so only the item that was seen counts.
 */
function arrivedAsNew(
  root: RootStore,
  sent: SentRow,
  { parentId, name }: Extract<SentRow['destination'], { kind: 'new' }>,
  id: LocalId,
): Arrived | null {
  const { content, fingerprint, metItemId, metEtag } = sent;
  const parent = root.syncedByItem(parentId);
  const here = root.local(id);
  if (parent === undefined || here?.kind === 'folder' || isInStep(root, id)) return null;
  const isFree = (item: ItemId): boolean => root.syncedByItem(item) === undefined;
  const local = { id, parentId: parent.localId, name: sent.localName, kind: 'file' as const };
  const met = metItemId === null ? undefined : root.remote(metItemId);
  const namesakes = here === undefined ? [] : root.remoteByKey(parentId, nameKey(name));
  const there = [...(met === undefined ? [] : [met]), ...namesakes].find(
    (entry) =>
      sameContent(entry.content, content) && isFree(entry.id) && (here !== undefined || isOfSameTime(entry, sent)),
  );
  if (there !== undefined) {
    const agreed = agreementOn({ local, remote: there, fingerprint });
    return { there, agreed: { ...agreed, localId: id, remoteName: meantName(there.name, name) } };
  }
  if (here === undefined || metItemId === null || !isFree(metItemId)) return null;
  if ((metEtag === null && root.goneSha1(metItemId) !== content.sha1) || root.wasLost(metItemId)) return null;
  const asSent = { id: metItemId, name, content, etag: metEtag };
  return { there: null, agreed: { ...agreementOn({ local, remote: asSent, fingerprint }), localId: id } };
}

/** Compares the modification time that was sent. Some services keep only whole seconds. */
const isOfSameTime = ({ contentModifiedAtMs }: RemoteEntry, { fingerprint }: SentRow): boolean =>
  contentModifiedAtMs !== null && seconds(contentModifiedAtMs) === seconds(modifiedAtMs(fingerprint));

const seconds = (ms: number): number => Math.floor(ms / 1000);

export const localIdOf = ({ key }: SentRow): LocalId => localId(Number(key.slice(key.indexOf('/') + 1)));
