import { compareItems, type Item } from './item.ts';
import type { Places } from './place.ts';

/**
 * Undoes local moves that would put a folder into itself: A into B here, B into A there (SPEC P9). Each tree alone has no
 * cycle, so every cycle of wished-for places holds at least one local move that the service does not know; the moves that
 * the service has made win, and every local one of the cycle goes back to the service's place. Undoing may close another
 * cycle with further local moves, so it is looked at again until there is none; each round undoes at least one. Returns all that were
 * undone: of two folders that cross only one may be in doubt, while the step of the other is under way or failed.
 */
export function undoCycles(inDoubt: readonly Item[], places: Places): readonly Item[] {
  const undone = new Set<Item>();
  const moved = inDoubt.filter((item) => isMoved(item, places));
  for (;;) {
    // All of one round are found before any is undone: the answer must not depend on who is looked at first.
    const inCycle = [...moved, ...undone].flatMap((item) => cycleOf(item, places));
    const local = new Set(inCycle.filter((item) => isMoved(item, places) && places.of(item)?.decidedBy === 'local'));
    if (local.size === 0) return [...undone].sort(compareItems);
    for (const item of local) {
      places.undoLocalMove(item);
      undone.add(item);
    }
  }
}

/** A folder that both sides have, at places of which one has to follow the other. */
const isMoved = (item: Item, places: Places): boolean =>
  item.kind === 'folder' && item.local !== null && item.remote !== null && places.of(item)?.decidedBy !== 'both';

/** The folders from this one up to itself, by their wished-for places; empty when it does not lead to itself. */
function cycleOf(item: Item, places: Places): readonly Item[] {
  const seen = new Set<Item>();
  for (let up: Item | undefined = item; up !== undefined && !seen.has(up); up = places.of(up)?.parent) {
    seen.add(up);
    if (places.of(up)?.parent === item) return [...seen];
  }
  return [];
}
