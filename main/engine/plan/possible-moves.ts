import type { Item, Side } from './item.ts';
import type { Known } from './known.ts';
import type { Edge } from './needs.ts';
import type { Draft } from './outcome.ts';
import { parentOn } from './place.ts';

/**
 * Walks through the ordered drafts as if they ran, and leaves out each folder move that would put a folder into itself at that
 * moment, with all that waits for it. The wished-for places as a whole have no cycle, but a folder above may have to stay
 * where it is for now (blocked, set aside, at a temporary name), and then a move below it has to wait as well.
 */
export function possibleMoves(
  known: Known,
  ordered: readonly Draft[],
  edges: ReadonlyMap<Draft, readonly Edge[]>,
): readonly Draft[] {
  const left = new Set<Draft>();
  const parents = { local: new Map<Item, Item>(), remote: new Map<Item, Item>() };
  return ordered.filter((draft) => {
    const move = folderMove(known, draft);
    const isPossible =
      !(edges.get(draft) ?? []).some(({ to }) => left.has(to)) &&
      (move === null || !isInside(known, move.into, draft.item, move.side, parents[move.side]));
    if (!isPossible) left.add(draft);
    else if (move !== null) parents[move.side].set(draft.item, move.into);
    return isPossible;
  });
}

function folderMove({ pairing }: Known, { item, action }: Draft): { into: Item; side: Side } | null {
  if (item.kind !== 'folder') return null;
  if (action.kind === 'move-remote') {
    const into = pairing.ofLocal(action.toParentLocalId);
    return into === null ? null : { into, side: 'remote' };
  }
  if (action.kind === 'move-local') {
    const into = pairing.ofRemote(action.toParentItemId);
    return into === null ? null : { into, side: 'local' };
  }
  return null;
}

/** Is `place` the folder or below it, after the moves so far? A folder that is still to be made will be at its place. */
function isInside(known: Known, place: Item, folder: Item, side: Side, moved: ReadonlyMap<Item, Item>): boolean {
  const parentOf = (item: Item): Item | null => {
    const now = moved.get(item) ?? parentOn(known.pairing, item, side);
    return now ?? (item[side] === null ? (known.places.of(item)?.parent ?? null) : null);
  };
  for (let at: Item | null = place; at !== null; at = parentOf(at)) if (at === folder) return true;
  return false;
}
