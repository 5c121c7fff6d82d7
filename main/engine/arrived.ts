import { agreementOn, meantName } from './execute/agreement-on.ts';
import { modifiedAtMs } from './execute/modified-at.ts';
import type { Agreement } from './execute/step-result.ts';
import { type RemoteEntry, sameContent } from './model/entry.ts';
import { type ItemId, type LocalId, localId } from './model/ids.ts';
import { nameKey } from './model/name-key.ts';
import type { RootStore } from './store/root-store.ts';
import type { SentRow } from './store/transfer-table.ts';

/** Was one of these contents, of this file, met on the service, though no answer told of it? */
export const hasArrived = (root: RootStore, sent: readonly SentRow[], id: LocalId): boolean =>
  sent.some((one) => localIdOf(one) === id && arrivedOf(root, one, id) !== null);

/**
 * Does this new file stand at another place than the one under which it was sent? What was sent may be on the service under that, so it
 * is not sent under the other one before that is known: the first would come down beside it as somebody else's.
 */
export function wasSentElsewhere(root: RootStore, { destination, localName }: SentRow, id: LocalId): boolean {
  const here = root.local(id);
  if (destination.kind !== 'new' || here?.kind !== 'file' || isInStep(root, id)) return false;
  return here.name !== localName || root.syncedByItem(destination.parentId)?.localId !== here.parentId;
}

/** An edit that beat a delete has the row of the item that is gone until it has arrived (SPEC P12). */
function isInStep(root: RootStore, id: LocalId): boolean {
  const row = root.syncedByLocal(id);
  return row !== undefined && root.remote(row.itemId) !== undefined;
}

/** `there` null: it has gone, or another content is current since. */
type Arrived = { readonly there: RemoteEntry | null; readonly agreed: Agreement };

/** Null: it was not met, as far as the store knows. */
export const arrivedOf = (root: RootStore, sent: SentRow, id: LocalId): Arrived | null =>
  sent.destination.kind === 'new'
    ? arrivedAsNew(root, sent, sent.destination, id)
    : arrivedAsVersion(root, sent, sent.destination.itemId, id);

/**
 * The version that was sent is the current one, or was told of since, or was when the item went: then what was edited or deleted there
 * is what is here, and no edit of it that would bring it back. What was agreed on about the place stays: it says nothing about a move.
 */
function arrivedAsVersion(root: RootStore, sent: SentRow, itemId: ItemId, id: LocalId): Arrived | null {
  // Deleted and made again there, it is sent to while its file has still the row of the one that is gone (SPEC P11).
  const row = root.syncedByItem(itemId) ?? (isInStep(root, id) ? undefined : root.syncedByLocal(id));
  const there = root.remote(itemId);
  const isCurrent = there !== undefined && sameContent(there.content, sent.content);
  const wasLast = there === undefined && root.goneSha1(itemId) === sent.content.sha1;
  if (!isCurrent && !wasLast && sent.metEtag === null) return null;
  if (row === undefined || sameContent(row.content, sent.content)) return null;
  // Made again here under another number, it has the row of the one that is gone (SPEC P11).
  const isOfFile = row.localId === id || (root.local(row.localId) === undefined && root.local(id)?.kind === 'file');
  if (!isOfFile || row.parentLocalId === null) return null;
  const agreed = {
    ...row,
    itemId,
    parentLocalId: row.parentLocalId,
    localId: id,
    content: sent.content,
    etag: (isCurrent ? there.etag : sent.metEtag) ?? row.etag,
    fingerprint: sent.fingerprint,
  };
  return { there: isCurrent ? there : null, agreed };
}

/**
 * A new file under the name that was sent, which belongs to nobody here. The one that was met under that name is it wherever it is by
 * now: when it went with that content, somebody deleted what is here, and when it was told of with that content, somebody edited
 * or deleted what is here. What was deleted here meanwhile is deleted there as well (edge case 99), so of that no other than the
 * very file counts that was met.
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
    return { there, agreed: { ...agreed, remoteName: meantName(there.name, name) } };
  }
  if (here === undefined || metItemId === null || !isFree(metItemId)) return null;
  if ((metEtag === null && root.goneSha1(metItemId) !== content.sha1) || root.wasLost(metItemId)) return null;
  const asSent = { id: metItemId, name, content, etag: metEtag };
  return { there: null, agreed: agreementOn({ local, remote: asSent, fingerprint }) };
}

/** Has it the time that was sent along? A service may keep no more than its seconds. */
const isOfSameTime = ({ contentModifiedAtMs }: RemoteEntry, { fingerprint }: SentRow): boolean =>
  contentModifiedAtMs !== null && seconds(contentModifiedAtMs) === seconds(modifiedAtMs(fingerprint));

const seconds = (ms: number): number => Math.floor(ms / 1000);

export const localIdOf = ({ key }: SentRow): LocalId => localId(Number(key.slice(key.indexOf('/') + 1)));
