import { type ItemId, itemId, type LocalId, localId } from '../../model/ids.ts';
import type { Step } from '../../model/plan/step.ts';
import { keyOf as stepKeyOf } from '../../plan/step-key.ts';
import type { RootStore } from '../../store/root-store.ts';

/**
 * Folders that were deleted on the service but stay here because they contain ignored items (edge case 80). Without this note they would
 * look like new folders and be recreated, empty, on the service. Once those items are gone, the folders are deleted too (SPEC P86).
 */
const NOTE = 'left_over';

/** Stores the item id of each folder, so it must run before the folder's row is removed. */
export function noteLeftOver(root: RootStore, ids: readonly LocalId[]): void {
  const known = leftOvers(root);
  for (const id of known.keys()) if (root.local(id) === undefined) known.delete(id);
  for (const id of ids) known.set(id, root.syncedByLocal(id)?.itemId ?? known.get(id) ?? null);
  const notes = [...known].map(([id, item]) => (item === null ? String(id) : `${id}:${item}`));
  root.setNote(NOTE, notes.join(' '));
}

/** Null: not a leftover folder, or it now contains something to sync. `goes`: nothing is left in it or in its subfolders. */
export type LeftOver = { readonly is: 'stays' } | { readonly is: 'goes'; readonly item: ItemId };

export function leftOver(root: RootStore, id: LocalId): LeftOver | null {
  const known = leftOvers(root);
  if (!holdsNothingNew(root, known, id)) return null;
  const item = known.get(id) ?? null;
  return item === null || holdsIgnored(root, id) ? { is: 'stays' } : { is: 'goes', item };
}

/**
 * The alternative to creating such a folder on the service: leave it, or move it to the local trash. The move waits for the parent folder if
 * that is trashed too, because it takes this one along. Null: not a leftover folder, so create it.
 */
export type InsteadOfNew = { readonly is: 'stays' } | { readonly is: 'goes'; readonly step: Step };

export function insteadOfNew(root: RootStore, id: LocalId): InsteadOfNew | null {
  const left = leftOver(root, id);
  if (left === null || left.is === 'stays') return left;
  // Still on the service: it was only left out of this computer.
  const staysThere = root.remote(left.item) === undefined ? {} : { staysThere: true as const };
  const folder = { localId: id, itemId: left.item, itemKind: 'folder' as const, subtree: 1 };
  const action = { kind: 'trash-local' as const, ...folder, ...staysThere };
  const parentId = root.local(id)?.parentId ?? null;
  const above = parentId === null ? null : insteadOfNew(root, parentId);
  const after = above?.is === 'goes' ? [above.step.key] : [];
  return { is: 'goes', step: { ...action, key: stepKeyOf(action), rule: 'P86', after } };
}

/** Steps for settled folders that were left over here and are now empty. */
export function emptiedFolders(root: RootStore, settled: readonly LocalId[]): ReadonlyMap<LocalId, Step> {
  const emptied = new Map<LocalId, Step>();
  for (const id of settled) {
    if (root.local(id)?.kind !== 'folder' || root.syncedByLocal(id) !== undefined) continue;
    const instead = insteadOfNew(root, id);
    if (instead?.is === 'goes') emptied.set(id, instead.step);
  }
  return emptied;
}

type Known = ReadonlyMap<LocalId, ItemId | null>;

const holdsNothingNew = (root: RootStore, known: Known, id: LocalId): boolean =>
  known.has(id) &&
  root.localChildren(id).every((child) => child.kind === 'folder' && holdsNothingNew(root, known, child.id));

const holdsIgnored = (root: RootStore, id: LocalId): boolean =>
  root.ignoredIn(id).length > 0 || root.localChildren(id).some((child) => holdsIgnored(root, child.id));

function leftOvers(root: RootStore): Map<LocalId, ItemId | null> {
  const notes = (root.note(NOTE) ?? '').split(' ').filter((text) => text !== '');
  return new Map(
    notes.map((text) => {
      const [id, item] = text.split(':');
      return [localId(Number(id)), item === undefined ? null : itemId(item)];
    }),
  );
}
