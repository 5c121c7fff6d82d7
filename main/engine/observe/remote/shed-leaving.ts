import type { ItemId } from '../../model/ids.ts';
import { type Pace, wholePortions } from '../../ports/pace.ts';
import type { RemoteChange } from '../../ports/remote/remote.ts';
import type { RootStore } from '../../store/root-store.ts';
import { isBelow, isRemoval } from './observation.ts';

/**
 * Removes most items in the folders that a page removes before the page is applied, portion by portion, the deepest first, so that no turn
 * grows with the folder. Only in folders that no other change of the page is about or leads into: there it makes no difference which comes
 * first. If the process ends in between, the page is read again; if the page turns out to contradict the tree, a full listing shows
 * everything again that is still there.
 */
export async function shedLeaving(
  root: RootStore,
  changes: readonly RemoteChange[],
  takenAt: number,
  pace: Pace,
): Promise<void> {
  for (const change of changes) {
    const { entry } = change;
    if (entry.kind !== 'folder' || root.remote(entry.id) === undefined || !isRemoval(root, change)) continue;
    const areOthersIn = changes.some((other) => other !== change && leadsInto(root, other, entry.id));
    if (areOthersIn) continue;
    const isLost = change.isLost === true && !root.isOwn(entry.id);
    await wholePortions(pace, root.remoteBelow(entry.id), (portion) =>
      root.transaction(() => {
        for (const { id, folder } of portion) {
          if (root.remote(id)?.parentId === folder) root.removeRemote(id, takenAt, undefined, isLost, entry.changedBy);
        }
      }),
    );
  }
}

/** Is the item of this change the folder or in it, or does the change put it there? */
function leadsInto(root: RootStore, { entry }: RemoteChange, folder: ItemId): boolean {
  return isBelow(root, entry.id, folder) || isBelow(root, entry.parentId, folder);
}
