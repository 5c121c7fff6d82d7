import { sameFingerprint } from '../../model/entry.ts';
import { type ItemId, itemId } from '../../model/ids.ts';
import { type Answer, refusedBy } from '../../model/refusal.ts';
import type { RootContext } from '../../root/root-context.ts';
import { factsAfter, factsBefore } from '../../store/history/journal-facts.ts';
import type { JournalEntry } from '../../store/history/journal-table.ts';
import { type Act, changedSince, onDisk, refusalOf } from '../act.ts';
import { promote } from '../promote.ts';
import { restoreThere } from './restore-there.ts';

const done: Answer<Record<string, never>> = { ok: true, value: {} };

/**
 * Undoes a new version, uploaded or downloaded: makes the previous version current on the service, from where it is downloaded. Refused if
 * either side has changed since.
 */
export async function undoNewVersion(act: Act, entry: JournalEntry): Promise<Answer<unknown>> {
  const { path } = entry;
  const [before, after] = [factsBefore(entry), factsAfter(entry)];
  const id = itemOf(entry);
  if (id === null) return changedSince(path);
  const item = await act.remote.item(id, 'file');
  if (item === null) return notThere(path);
  if (item.content?.sha1 !== after.text('sha1')) return changedSince(path);
  if (await isEditedHere(act.context, id)) return changedSince(path);
  const versions = (await act.remote.versions(id)) ?? [];
  const wanted =
    versions.find((one) => one.id === before.text('versionId')) ??
    versions.find(({ content }) => content.sha1 === before.text('sha1'));
  if (wanted === undefined) {
    return refusedBy('not_possible', { code: 'version_not_kept', args: { path } });
  }
  return promote(act, item, wanted, { rule: 'P50', path, localId: entry.localId, undoes: entry.id });
}

/** Undoes a remote move that followed a local one: moves the item back, and the disk follows. */
export async function undoMoveRemote(act: Act, entry: JournalEntry): Promise<Answer<unknown>> {
  const { path, itemKind } = entry;
  const [before, after] = [factsBefore(entry), factsAfter(entry)];
  const [id, parent, name] = [itemOf(entry), before.text('parentId'), before.text('name')];
  if (id === null || parent === null || name === null) return changedSince(path);
  const item = await act.remote.item(id, itemKind);
  if (item === null) return notThere(path);
  if (item.parentId !== after.text('parentId') || item.name !== after.text('name')) return changedSince(path);
  const answer = await act.remote.move({ id, kind: itemKind, parentId: itemId(parent), name, ifMatch: item.etag });
  if (!answer.ok) {
    if (answer.reason !== 'gone') return refusalOf(answer, path);
    return refusedBy('not_possible', { code: 'folder_not_there', args: { path } });
  }
  const { entry: now } = answer;
  act.note({
    kind: 'move-remote',
    rule: 'P50',
    side: 'remote',
    itemKind,
    path: entry.fromPath ?? name,
    fromPath: path,
    localId: entry.localId,
    itemId: id,
    before: { itemId: id, parentId: item.parentId, name: item.name, etag: item.etag },
    after: { itemId: id, parentId: now.parentId, name: now.name, etag: now.etag },
    undoes: entry.id,
  });
  return done;
}

/** Restores from the service's trash under the same id, with a new name if its own is taken; it is downloaded again. */
export async function undoTrashRemote(act: Act, entry: JournalEntry): Promise<Answer<unknown>> {
  const { path, itemKind } = entry;
  const id = itemOf(entry);
  if (id === null) return changedSince(path);
  const answer = await restoreThere(act, { itemId: id, itemKind, path });
  if (!answer.ok) return refusalOf(answer, path);
  const { entry: now, path: nowAt } = answer;
  act.note({
    kind: 'restore-remote',
    rule: 'P50',
    side: 'remote',
    itemKind,
    path: nowAt,
    fromPath: nowAt === path ? null : path,
    itemId: id,
    before: { itemId: id },
    after: { itemId: id, etag: now.etag, parentId: now.parentId, name: now.name },
    undoes: entry.id,
  });
  return done;
}

/** Moves a restored item back to the service's trash, unless it has changed since. */
export async function undoRestoreRemote(act: Act, entry: JournalEntry): Promise<Answer<unknown>> {
  const { path, itemKind } = entry;
  const id = itemOf(entry);
  if (itemKind === 'folder') return mayHoldMore(path);
  const item = id === null ? null : await act.remote.item(id, itemKind);
  if (id === null || item === null) return notThere(path);
  if (item.etag !== factsAfter(entry).text('etag')) return changedSince(path);
  if (await isEditedHere(act.context, id)) return changedSince(path);
  const answer = await act.remote.trash({ id, kind: itemKind, ifMatch: item.etag });
  if (!answer.ok) return refusalOf(answer, path);
  act.note({
    kind: 'trash-remote',
    rule: 'P50',
    side: 'remote',
    itemKind,
    path,
    itemId: id,
    before: { itemId: id, etag: item.etag, parentId: item.parentId, nodes: 1 },
    undoes: entry.id,
  });
  return done;
}

const itemOf = (entry: JournalEntry): ItemId | null => entry.itemId;

const notThere = (path: string) => refusedBy('not_found', { code: 'gone_from_there', args: { path } });

/** A restored folder may contain items added since. */
export const mayHoldMore = (path: string) => refusedBy('not_possible', { code: 'may_hold_more', args: { path } });

/** Whether the local file has unsynced edits, which an earlier version would collide with. */
async function isEditedHere(context: RootContext, id: ItemId): Promise<boolean> {
  const { root, parts } = context;
  const row = root.syncedByItem(id);
  const path = row === undefined ? null : root.localPath(row.localId);
  if (row === undefined || path === null) return false;
  const stat = await parts.fileSystem.stat(onDisk(context, path));
  return stat !== null && !sameFingerprint(stat.fingerprint, row.fingerprint);
}
