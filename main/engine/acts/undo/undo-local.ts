import { parentPath } from '../../model/disk-path.ts';
import { sameFingerprint } from '../../model/entry.ts';
import { isReusable, itemId } from '../../model/ids.ts';
import { type Answer, refusedBy } from '../../model/refusal.ts';
import { GIVEN_UP } from '../../root/record/returned.ts';
import { factsAfter, factsBefore, linesOf } from '../../store/history/journal-facts.ts';
import type { JournalEntry } from '../../store/history/journal-table.ts';
import type { NewTrashed } from '../../store/history/trash-table.ts';
import { type Act, alreadyUndone, changedSince, lookAround, onDisk } from '../act.ts';
import { moveHere } from '../move-here.ts';
import { replaceContent } from '../replace-content.ts';
import { noOwnTrash } from '../resolve.ts';
import { trashHere } from '../trash/trash-here.ts';
import { bringBack } from './bring-back.ts';
import { mayHoldMore } from './undo-remote.ts';

const done: Answer<Record<string, never>> = { ok: true, value: {} };

/** Undoes a local move that followed a remote one: moves the item back, and the service follows. */
export function undoMoveLocal(act: Act, entry: JournalEntry): Promise<Answer<unknown>> {
  return moveBack(act, entry, changedSince(entry.path));
}

/** A conflict is resolved, not undone; but if the original name is free again, the copy gets it back. */
export function undoSetAside(act: Act, entry: JournalEntry): Promise<Answer<unknown>> {
  return moveBack(
    act,
    entry,
    refusedBy('not_possible', { code: 'both_versions_kept', args: { path: entry.fromPath ?? entry.path } }),
  );
}

async function moveBack(act: Act, entry: JournalEntry, taken: Answer<unknown>): Promise<Answer<unknown>> {
  const { context } = act;
  const { root, parts } = context;
  const { path, fromPath, localId } = entry;
  const local = localId === null ? undefined : root.local(localId);
  if (fromPath === null || local === undefined) return changedSince(path);
  const stat = await parts.fileSystem.stat(onDisk(context, path));
  // The tree does not show yet what an earlier entry of the same batch has moved, but an identity that may be given out again proves nothing alone.
  const isItem =
    stat?.fingerprint.identity === local.fingerprint.identity &&
    (root.localPath(local.id) === path || !isReusable(local.fingerprint.identity));
  if (!isItem) return changedSince(path);
  if ((await parts.fileSystem.stat(onDisk(context, parentPath(fromPath))))?.kind !== 'folder') {
    return refusedBy('not_possible', { code: 'folder_not_here', args: { path } });
  }
  const outcome = await moveHere(context, { local, from: path, to: fromPath });
  if (outcome !== 'moved') return outcome === 'taken' ? taken : changedSince(path);
  act.note({
    kind: 'move-local',
    rule: 'P50',
    side: 'local',
    itemKind: entry.itemKind,
    path: fromPath,
    fromPath: path,
    localId,
    itemId: entry.itemId,
    undoes: entry.id,
  });
  return done;
}

/**
 * Restores from the local trash, and from the service's trash as well, so that both match under the old id. A folder that left in pieces comes back
 * without those that are no longer in the trash. Only the last piece completes the undo, so one that fails midway can be continued.
 */
export async function undoTrashLocal(act: Act, entry: JournalEntry): Promise<Answer<unknown>> {
  const { root, parts } = act.context;
  const { fileSystem } = parts;
  // Synced again, its kept copy would appear next to it as a second item. Under its old number it still is: the sync has not followed yet.
  const row = entry.itemId === null || GIVEN_UP.has(entry.rule) ? undefined : root.syncedByItem(entry.itemId);
  if (row !== undefined && row.localId !== entry.localId) return alreadyUndone(entry.path);
  const pieces = piecesOf(act, entry);
  const isKept = await Promise.all(pieces.map(async ({ place }) => (await fileSystem.stat(place)) !== null));
  const kept = pieces.filter((_, index) => isKept[index]);
  let answer: Answer<unknown> = changedSince(entry.path);
  // Without any piece, the first one says why it can't be restored.
  for (const [index, trashed] of (kept.length > 0 ? kept : pieces.slice(0, 1)).entries()) {
    const isLast = index === kept.length - 1;
    answer = await bringBack(act, { trashed, rule: 'P50', ...(isLast && { undoes: entry.id }) });
    if (!answer.ok) break;
  }
  return answer;
}

/** Items that the entry moved to the local trash: their former and their present place. */
function piecesOf({ context }: Act, entry: JournalEntry): readonly NewTrashed[] {
  const { parts, record } = context;
  const facts = factsBefore(entry);
  const paths = linesOf(facts.text('from'));
  const item = facts.text('itemId');
  return linesOf(facts.text('trash')).map((place, index) => {
    const path = paths[index] ?? entry.path;
    return (
      parts.store.trash.at(place) ?? {
        rootId: record.id,
        rootPath: record.localPath,
        path,
        place,
        itemKind: entry.itemKind,
        itemId: item === null || path !== entry.path ? null : itemId(item),
        nodes: 1,
        bytes: 0,
        atMs: entry.atMs,
      }
    );
  });
}

/** Moves a restored item back to the local trash, unless it has changed since. */
export async function undoRestoreLocal(act: Act, entry: JournalEntry): Promise<Answer<unknown>> {
  const { context } = act;
  const { root, parts } = context;
  const { path } = entry;
  if (entry.itemKind === 'folder') return mayHoldMore(path);
  const stat = await parts.fileSystem.stat(onDisk(context, path));
  const after = factsAfter(entry);
  const isAsRestored =
    stat?.fingerprint.sizeBytes === after.number('sizeBytes') && stat?.fingerprint.mtimeNs === after.text('mtimeNs');
  const id = root.localAt(path);
  const local = id === undefined ? undefined : root.local(id);
  if (!isAsRestored || local === undefined) return changedSince(path);
  const item = root.syncedByLocal(local.id)?.itemId ?? null;
  return trashHere(act, { local, path, rule: 'P50', itemId: item, undoes: entry.id });
}

/** Restores the earlier content from the local trash; the current content takes its place there. */
export async function undoReplaceLocal(act: Act, entry: JournalEntry): Promise<Answer<unknown>> {
  const { context } = act;
  const { root, parts, record } = context;
  const local = entry.localId === null ? undefined : root.local(entry.localId);
  const path = local === undefined ? null : root.localPath(local.id);
  const place = factsBefore(entry).text('trash');
  if (local === undefined || path === null || place === null) return changedSince(entry.path);
  if (parts.localTrash === undefined) return noOwnTrash(path);
  const [stat, kept] = [await parts.fileSystem.stat(onDisk(context, path)), await parts.fileSystem.stat(place)];
  if (kept === null) return refusedBy('not_found', { code: 'earlier_content_gone', args: { path } });
  if (stat === null) return changedSince(path);
  const now = await parts.hashPool.hash(onDisk(context, path), stat.fingerprint, act.signal);
  if (now.sha1 !== factsAfter(entry).text('sha1')) return changedSince(path);
  if (!sameFingerprint(stat.fingerprint, local.fingerprint)) context.hints.urge(record.localPath);
  const { content, kept: copy } = await replaceContent(act, parts.localTrash, {
    from: { path: place, expect: kept.fingerprint },
    path,
    expect: stat.fingerprint,
    modifiedAtMs: null,
  });
  lookAround(context, path);
  parts.store.transaction(() => {
    act.note({
      kind: 'replace-local',
      rule: 'P50',
      side: 'local',
      itemKind: 'file',
      path,
      localId: local.id,
      itemId: entry.itemId,
      bytes: content.sizeBytes,
      before: { sha1: now.sha1, sizeBytes: now.sizeBytes, trash: copy.place },
      after: { sha1: content.sha1, sizeBytes: content.sizeBytes },
      undoes: entry.id,
    });
  });
  return done;
}
