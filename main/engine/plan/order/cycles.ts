import { compareItems, type Item } from '../item.ts';
import type { Places } from '../merge/place.ts';

/**
 * Undoes local moves that would put a folder inside itself: A into B here, B into A on the service (SPEC P9). Each tree alone is
 * acyclic, so every cycle of target places contains a local move that the service does not have. The service's moves win, and
 * every local move in the cycle is reverted to the service's place. That can close another cycle with other local moves, so this
 * repeats until none is left; each round undoes at least one. Returns all items undone: of two folders that cross, one may be
 * clean because its step is in flight or failed.
 */
export function undoCycles(inDoubt: readonly Item[], places: Places): readonly Item[] {
  const undone = new Set<Item>();
  const moved = inDoubt.filter((item) => isMoved(item, places));
  for (;;) {
    // Find all moves of a round before undoing any, so that the result does not depend on the order.
    const inCycle = [...moved, ...undone].flatMap((item) => cycleOf(item, places));
    const local = new Set(inCycle.filter((item) => isMoved(item, places) && places.of(item)?.decidedBy === 'local'));
    if (local.size === 0) return [...undone].sort(compareItems);
    for (const item of local) {
      places.undoLocalMove(item);
      undone.add(item);
    }
  }
}

/** A folder on both sides whose place on one side must follow the other. */
const isMoved = (item: Item, places: Places): boolean =>
  item.kind === 'folder' && item.local !== null && item.remote !== null && places.of(item)?.decidedBy !== 'both';

/** The folders from this one up to itself, by target place; empty when there is no cycle. */
function cycleOf(item: Item, places: Places): readonly Item[] {
  const seen = new Set<Item>();
  for (let up: Item | undefined = item; up !== undefined && !seen.has(up); up = places.of(up)?.parent) {
    seen.add(up);
    if (places.of(up)?.parent === item) return [...seen];
  }
  return [];
}
