import { baseName, parentPath } from '../model/disk-path.ts';
import type { Conflict } from '../model/plan/conflict.ts';
import type { RootStore } from '../store/root-store.ts';

/*
 * A conflict outlives a renewal (SPEC P45, P60), which gives local nodes new numbers and may find another item under a known id. Until both
 * sides are known again, only the paths of its files tell which ones they are.
 */

const LOST = 'conflicts_to_find';

/** Notes the present paths of the files in conflict. Called right before the root is reset. */
export function noteConflictPaths(root: RootStore): void {
  for (const conflict of root.conflicts()) {
    const { id, copyPath, originalPath, originalItemId } = conflict;
    const copy = copyNow(root, conflict);
    const original = originalItemId === null ? undefined : root.syncedByItem(originalItemId);
    root.placeConflict(id, {
      ...conflict,
      // Under another name it is no copy any longer.
      copyPath: copy !== null && baseName(copy) === baseName(copyPath) ? copy : copyPath,
      originalPath: (original === undefined ? null : root.localPath(original.localId)) ?? originalPath,
    });
  }
}

/** Null: it is gone. */
function copyNow(root: RootStore, { localId, copyItemId }: Conflict): string | null {
  if (localId !== null) return root.localPath(localId);
  return copyItemId === null ? null : root.remotePath(copyItemId);
}

/** Called once the root is reset. */
export function loseConflicts(root: RootStore): void {
  root.setNote(LOST, '1');
}

/** Finds the files of all conflicts again after a renewal. Called when both sides are known. False: there was no renewal. */
export function findConflicts(root: RootStore): boolean {
  if (root.note(LOST) === null) return false;
  root.transaction(() => {
    for (const conflict of root.conflicts()) root.placeConflict(conflict.id, { ...conflict, ...found(root, conflict) });
    root.setNote(LOST, null);
  });
  return true;
}

function found(root: RootStore, { copyPath, originalPath, localId, folderId, copyItemId }: Conflict) {
  const originalItemId = root.remoteAt(originalPath) ?? null;
  // The service's file made room (SPEC P26).
  if (localId === null) return { originalItemId: null, copyItemId: root.remoteAt(copyPath) ?? copyItemId };
  return {
    originalItemId,
    localId: root.localAt(copyPath) ?? localId,
    folderId: root.localAt(parentPath(copyPath)) ?? folderId,
  };
}
