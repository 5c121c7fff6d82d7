import { type Content, sameContent, sameFingerprint } from '../model/entry.ts';
import type { Item } from './item.ts';

/**
 * What happened to the bytes on disk since they were agreed on. `touched`: only the modification time or the identity is
 * another (edge cases 24, 54, 55). `unknown`: the size is the same and the hash is not known, so only the bytes can tell.
 */
export type LocalChange = 'none' | 'touched' | 'changed' | 'unknown';

/** Of a file that is on disk and has a synced row. Never reads a time as "newer": times are compared for equality only. */
export function localChange(item: Item): LocalChange {
  const { local, row } = item;
  if (local === null || row === null || row.content === null) return 'changed';
  const isSame = row.localId === local.id && sameFingerprint(local.fingerprint, row.fingerprint);
  // A known hash beats the fingerprint: size and time can be the same over other bytes (edge case 51).
  if (local.sha1 !== null) {
    const content: Content = { sha1: local.sha1, sizeBytes: local.fingerprint.sizeBytes };
    if (!sameContent(content, row.content)) return 'changed';
    return isSame ? 'none' : 'touched';
  }
  if (isSame) return 'none';
  return local.fingerprint.sizeBytes === row.content.sizeBytes ? 'unknown' : 'changed';
}

/** Of a file that is on the service and has a synced row. A new etag alone (a rename, a description) is no new content. */
export function remoteChange(item: Item): 'none' | 'changed' {
  const { remote, row } = item;
  return remote !== null && row !== null && sameContent(remote.content, row.content) ? 'none' : 'changed';
}

/** Do both sides hold the same bytes? `unknown`: equal in size, and the local hash is not known. */
export function compareSides(item: Item): 'equal' | 'different' | 'unknown' {
  const { local, remote, row } = item;
  if (local === null || remote === null || remote.content === null) return 'different';
  const isAsAgreed = row?.localId === local.id && sameFingerprint(local.fingerprint, row.fingerprint);
  // Before the sizes: a service may keep other bytes than it was sent, and they were agreed on (edge case 66).
  if (local.sha1 === null && isAsAgreed && sameContent(row.content, remote.content)) return 'equal';
  const sizeBytes = local.fingerprint.sizeBytes;
  if (sizeBytes !== remote.content.sizeBytes) return 'different';
  if (local.sha1 !== null) return local.sha1 === remote.content.sha1 ? 'equal' : 'different';
  if (!isAsAgreed) return 'unknown';
  return sameContent(row.content, remote.content) ? 'equal' : 'different';
}
