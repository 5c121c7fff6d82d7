import { type Content, isUntouched, sameContent, sameFingerprint } from '../../model/entry.ts';
import type { Item } from '../item.ts';

/**
 * How the local content changed since the last agreement. `touched`: only the modification time or identity differs (edge cases
 * 24, 54, 55). `unknown`: touched, of the same size and not hashed, so only the bytes can tell.
 */
export type LocalChange = 'none' | 'touched' | 'changed' | 'unknown';

/** For a file that is on disk and has a synced row. Times are compared for equality only, never as "newer". */
export function localChange(item: Item): LocalChange {
  const { local, row } = item;
  if (local === null || row === null || row.content === null) return 'changed';
  // A known hash overrides the fingerprint: different content can have the same size and time (edge case 51).
  if (local.sha1 !== null) {
    const content: Content = { sha1: local.sha1, sizeBytes: local.fingerprint.sizeBytes };
    if (!sameContent(content, row.content)) return 'changed';
    return row.localId === local.id && sameFingerprint(local.fingerprint, row.fingerprint) ? 'none' : 'touched';
  }
  if (isAsAgreed(item)) return 'none';
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
  // Checked before the sizes: a service may store other bytes than it received, and those were agreed on (edge case 66).
  const isAgreed = local.sha1 === null && isAsAgreed(item);
  if (isAgreed && sameContent(row?.content ?? null, remote.content)) return 'equal';
  const sizeBytes = local.fingerprint.sizeBytes;
  if (sizeBytes !== remote.content.sizeBytes) return 'different';
  if (local.sha1 !== null) return local.sha1 === remote.content.sha1 ? 'equal' : 'different';
  return isAgreed ? 'different' : 'unknown';
}

/** Its bytes need no look: nothing has touched the file since the agreement. */
const isAsAgreed = ({ local, row }: Item): boolean =>
  local !== null && row?.localId === local.id && isUntouched(local.fingerprint, row.fingerprint);
