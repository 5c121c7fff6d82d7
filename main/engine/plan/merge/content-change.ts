import { type Content, sameContent, sameFingerprint } from '../../model/entry.ts';
import type { Item } from '../item.ts';

/**
 * How the local content changed since the last agreement. `touched`: only the modification time or identity differs (edge cases
 * 24, 54, 55). `unknown`: same size but not hashed, so only the bytes can tell.
 */
export type LocalChange = 'none' | 'touched' | 'changed' | 'unknown';

/** For a file that is on disk and has a synced row. Times are compared for equality only, never as "newer". */
export function localChange(item: Item): LocalChange {
  const { local, row } = item;
  if (local === null || row === null || row.content === null) return 'changed';
  const isSame = row.localId === local.id && sameFingerprint(local.fingerprint, row.fingerprint);
  // A known hash overrides the fingerprint: different content can have the same size and time (edge case 51).
  if (local.sha1 !== null) {
    const content: Content = { sha1: local.sha1, sizeBytes: local.fingerprint.sizeBytes };
    if (!sameContent(content, row.content)) return 'changed';
    return isSame ? 'none' : 'touched';
  }
  if (isSame) return 'none';
  return local.fingerprint.sizeBytes === row.content.sizeBytes ? 'unknown' : 'changed';
}

/** For a file that is on the service and has a synced row. A new etag alone (rename, description) does not change content. */
export function remoteChange(item: Item): 'none' | 'changed' {
  const { remote, row } = item;
  return remote !== null && row !== null && sameContent(remote.content, row.content) ? 'none' : 'changed';
}

/** Do both sides hold the same content? `unknown`: same size, and the local file is not hashed. */
export function compareSides(item: Item): 'equal' | 'different' | 'unknown' {
  const { local, remote, row } = item;
  if (local === null || remote === null || remote.content === null) return 'different';
  const isAsAgreed = row?.localId === local.id && sameFingerprint(local.fingerprint, row.fingerprint);
  // Checked before the sizes: a service may store other bytes than it received, and those were agreed on (edge case 66).
  if (local.sha1 === null && isAsAgreed && sameContent(row.content, remote.content)) return 'equal';
  const sizeBytes = local.fingerprint.sizeBytes;
  if (sizeBytes !== remote.content.sizeBytes) return 'different';
  if (local.sha1 !== null) return local.sha1 === remote.content.sha1 ? 'equal' : 'different';
  if (!isAsAgreed) return 'unknown';
  return sameContent(row.content, remote.content) ? 'equal' : 'different';
}
