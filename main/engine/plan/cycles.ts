import { compareItems, type Item } from './item.ts';
import type { Places } from './place.ts';

/**
 * Undoes local moves that would put a folder into itself: A into B here, B into A there (SPEC P9). Each tree alone has no
 * cycle, so every cycle of wished-for places holds at least one local move that the service does not know; the moves that
 * the service has made win, and every local one of the cycle goes back to the service's place. Undoing may close another
 * cycle with further local moves, so it is looked at again until there is none; each round undoes at least one.
 */
export function undoCycles(movedHere: readonly Item[], places: Places): void {
  const isLocalMove = (item: Item): boolean =>
    item.kind === 'folder' && item.local !== null && item.remote !== null && places.of(item)?.decidedBy === 'local';
  let candidates = movedHere.filter(isLocalMove).sort(compareItems);
  while (candidates.length > 0) {
    // All of one round are found before any is undone: the answer must not depend on who is looked at first.
    const inCycle = new Set(candidates.filter((item) => leadsToItself(item, places)));
    for (const item of inCycle) places.undoLocalMove(item);
    if (inCycle.size === 0) return;
    candidates = candidates.filter((item) => !inCycle.has(item));
  }
}

function leadsToItself(item: Item, places: Places): boolean {
  const seen = new Set<Item>();
  for (let up = places.of(item)?.parent; up !== undefined && !seen.has(up); up = places.of(up)?.parent) {
    if (up === item) return true;
    seen.add(up);
  }
  return false;
}
