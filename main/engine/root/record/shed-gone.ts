import type { Gone } from '../../execute/step-result.ts';
import type { LocalId } from '../../model/ids.ts';
import { type Pace, wholePortions } from '../../ports/pace.ts';
import type { RootStore } from '../../store/root-store.ts';
import type { Below } from '../../store/trees/deepest-first.ts';
import { standsElsewhere } from './record.ts';

/**
 * Records most of a large deletion before the step itself is recorded: portion by portion, the deepest first, so that no turn grows with the
 * folder. Each portion is true by itself. If the process ends in between, the intent of the step, or the events about the folder, take the
 * rest along.
 */
export async function shedGone(root: RootStore, gone: Gone, takenAt: number, pace: Pace): Promise<void> {
  if (gone.row?.below !== true) return;
  for (const top of topsHere(root, gone)) {
    await shed(root, pace, root.localBelow(top), ({ id, folder }) => {
      if (root.local(id)?.parentId === folder) root.removeLocal(id, takenAt);
    });
  }
  const item = gone.remote;
  if (item !== null && root.remoteTakenAt(item) <= takenAt) {
    await shed(root, pace, root.remoteBelow(item), ({ id, folder }) => {
      if (root.remote(id)?.parentId === folder) root.removeRemote(id, takenAt);
    });
  }
  await shed(root, pace, root.syncedBelow(gone.row.localId), ({ id }) => {
    const row = root.syncedByLocal(id);
    if (row === undefined || standsElsewhere(root, gone, row)) return;
    if (row.kind === 'folder' && root.syncedChildren(id).length > 0) return;
    root.removeSynced(id);
    root.markDirty({ localIds: [id], itemIds: [row.itemId] });
  });
}

/** The folders that left this disk as a whole: of a folder that stays for its ignored items, those in it. */
function topsHere(root: RootStore, { local, left = [] }: Gone): readonly LocalId[] {
  if (local !== null) return [local];
  const staying = new Set(left);
  return left.flatMap((folder) => root.localChildren(folder).flatMap(({ id }) => (staying.has(id) ? [] : [id])));
}

const shed = <Id>(root: RootStore, pace: Pace, below: Iterable<Below<Id>>, take: (one: Below<Id>) => void) =>
  wholePortions(pace, below, (portion) => root.transaction(() => portion.forEach(take)));
