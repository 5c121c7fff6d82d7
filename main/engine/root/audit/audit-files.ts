import { absolutePath } from '../../execute/places.ts';
import { type Content, type SyncedEntry, sameContent, sameFingerprint } from '../../model/entry.ts';
import { type LocalId, localId } from '../../model/ids.ts';
import { FileSystemError } from '../../ports/file-system.ts';
import { isKnownAlteration } from '../record/altered.ts';
import type { RootContext } from '../root-context.ts';

/** The root note with the position where the last turn ended. */
const NOTE = 'audited';
/** A turn reads at most this many files, and starts no further file after this many bytes. */
const TURN = { files: 64, bytes: 32 * 1024 * 1024 };

/**
 * Rereads the next few files. Only this finds different bytes behind the same size and times (edge case 51: a decaying disk, or a program that
 * resets times on a file system without change times). A turn takes a fraction of a second; a full round takes days. A difference is handled
 * like any edit, so the previous version stays on the service.
 */
export async function auditFiles(context: RootContext, signal: AbortSignal): Promise<void> {
  const { root } = context;
  const rows = root.syncedFilesAfter(startOf(context), TURN.files);
  let [done, bytes] = [0, 0];
  try {
    for (const row of rows) {
      if (bytes >= TURN.bytes || signal.aborted) break;
      const content = await read(context, row, signal);
      bytes += content?.sizeBytes ?? 0;
      const isOther = content !== null && !sameContent(content, row.content);
      if (isOther && !isKnownAlteration(root, row.localId, content.sha1)) noteOtherBytes(context, row, content);
      done += 1;
    }
  } finally {
    noteEnd(context, rows, done);
  }
}

/** One write per turn: after a crash a few files are read again. After the last file the next turn starts over. */
function noteEnd({ root }: RootContext, rows: readonly SyncedEntry[], done: number): void {
  const isEnd = done === rows.length && rows.length < TURN.files;
  const last = rows[done - 1];
  if (isEnd) root.setNote(NOTE, null);
  else if (last !== undefined) root.setNote(NOTE, String(last.localId));
}

const startOf = ({ root }: RootContext): LocalId => localId(Number(root.note(NOTE) ?? 0));

/** Null: the file changed, is gone or cannot be read. The scans handle those. */
async function read({ execution, parts, root }: RootContext, row: SyncedEntry, signal: AbortSignal) {
  const path = absolutePath(execution, row.localId);
  const local = root.local(row.localId);
  if (path === null || local === undefined || !sameFingerprint(local.fingerprint, row.fingerprint)) return null;
  try {
    return await parts.hashPool.hash(path, row.fingerprint, signal);
  } catch (error) {
    if (error instanceof FileSystemError || signal.aborted) return null;
    throw error;
  }
}

function noteOtherBytes({ root, wake, parts, execution }: RootContext, row: SyncedEntry, { sha1 }: Content): void {
  const local = root.local(row.localId);
  if (local === undefined || !sameFingerprint(local.fingerprint, row.fingerprint)) return;
  parts.log.warn('A file has other bytes under the same size and times.', {
    path: absolutePath(execution, row.localId),
  });
  root.transaction(() => {
    root.setLocalSha1(row.localId, sha1);
    root.markDirtyLocal(row.localId);
  });
  wake.ring();
}
