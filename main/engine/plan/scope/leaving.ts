import { scopeOf } from '../../model/scope.ts';
import { type Item, isDeletedOn, isLinked } from '../item.ts';
import { localChange } from '../merge/content-change.ts';
import { childrenOn } from '../merge/fate.ts';
import type { Places } from '../merge/place.ts';
import type { Pairing } from '../pairing/pairing.ts';
import type { ItemScopes } from './item-scope.ts';

/**
 * Can an excluded item leave this disk while it stays on the service (SPEC P66)? `gone`: everything in it is on the service as it
 * is here. `stays`: it has local changes that must be uploaded first. `departs`: it moves to another place here, so it neither
 * goes nor holds its folder back.
 */
export type Leave = 'gone' | 'stays' | 'departs';

export type Leaving = {
  of(item: Item): Leave;
  /** Number of nodes that leave with this item, including itself. */
  size(item: Item): number;
  /** The items that must move out before this folder is removed. */
  departing(folder: Item): readonly Item[];
};

/**
 * Each subtree is examined once, whatever the number of calls, in loops instead of recursion, whatever the depth. `stuck`: these items
 * belong elsewhere and cannot get there.
 */
export function createLeaving(pairing: Pairing, places: Places, scope: ItemScopes, stuck: ReadonlySet<Item>): Leaving {
  const judged = new Map<Item, { readonly leave: Leave; readonly size: number }>();

  const judgeFolder = (top: Item): void => {
    const folders: { readonly item: Item; readonly children: readonly (Item | null)[] }[] = [];
    const open: Item[] = [top];
    for (let item = open.pop(); item !== undefined; item = open.pop()) {
      const children = childrenOn(pairing, item, 'local');
      folders.push({ item, children });
      for (const child of children)
        if (child !== null && child.kind === 'folder' && !judged.has(child)) open.push(child);
    }
    for (const { item, children } of folders.reverse()) {
      let leave: Leave = 'gone';
      let size = 1;
      for (const child of children) {
        const how = child === null ? 'stays' : leaveInside(item, child);
        if (how === 'stays') leave = 'stays';
        if (how === 'gone' && child !== null) size += judged.get(child)?.size ?? 1;
      }
      judged.set(item, { leave, size });
    }
  };

  const leaveInside = (folder: Item, child: Item): Leave => {
    // The service no longer has it: it goes by a delete of its own, which the guard may hold.
    if (isDeletedOn(child, 'remote')) return 'stays';
    if (scope.isLeftAlone(child)) return 'gone';
    const place = places.of(child);
    if (child.remote === null || !isLinked(child) || place === null || place.decidedBy === 'local') return 'stays';
    const isElsewhere = place.parent !== folder && scopeOf(pairing.trees, child.remote.id) === 'wanted';
    if (isElsewhere) return stuck.has(child) ? 'stays' : 'departs';
    return child.kind === 'folder' ? (judged.get(child)?.leave ?? 'stays') : leaveOfFile(child);
  };

  const judgeOnce = (item: Item) => {
    if (item.kind === 'folder' && !judged.has(item)) judgeFolder(item);
    return judged.get(item);
  };

  return {
    of: (item) => judgeOnce(item)?.leave ?? leaveOfFile(item),
    size: (item) => judgeOnce(item)?.size ?? 1,
    departing(top) {
      const found: Item[] = [];
      const open: Item[] = [top];
      for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
        for (const child of childrenOn(pairing, folder, 'local')) {
          if (child === null) continue;
          if (leaveInside(folder, child) === 'departs') found.push(child);
          else if (child.kind === 'folder') open.push(child);
        }
      }
      return found;
    },
  };
}

function leaveOfFile(item: Item): Leave {
  const change = localChange(item);
  return change === 'none' || change === 'touched' ? 'gone' : 'stays';
}
