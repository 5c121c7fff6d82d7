import type { LocalId } from '../model/ids.ts';
import type { Trees } from '../model/tree.ts';

/** The synced rows below a folder that have no node on this side. Once the folder has left that side, they can't be told from what left with it. */
export function rowsWithout(trees: Trees, side: 'local' | 'remote', top: LocalId): ReadonlySet<LocalId> {
  const without = new Set<LocalId>();
  const open = [top];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const { localId, itemId, kind } of trees.syncedChildren(folder)) {
      const node = side === 'local' ? trees.local(localId) : trees.remote(itemId);
      if (node === undefined) without.add(localId);
      if (kind === 'folder') open.push(localId);
    }
  }
  return without;
}
