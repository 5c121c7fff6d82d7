import type { Item, Side } from '../item.ts';
import type { Known } from '../known.ts';
import { parentOn } from '../merge/place.ts';
import type { Draft } from '../outcome.ts';
import type { Edge } from './needs.ts';

/**
 * Simulates the ordered drafts and drops each folder move that would put a folder inside itself at that moment, with its
 * dependents. The target places have no cycle overall, but a folder above may have to stay for now (blocked, set aside, at a
 * temporary name), and then a move below it must wait too.
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

/** Is `place` the folder or below it, after the moves so far? A folder not created yet counts at its target place. */
function isInside(known: Known, place: Item, folder: Item, side: Side, moved: ReadonlyMap<Item, Item>): boolean {
  const parentOf = (item: Item): Item | null => {
    const now = moved.get(item) ?? parentOn(known.pairing, item, side);
    return now ?? (item[side] === null ? (known.places.of(item)?.parent ?? null) : null);
  };
  for (let at: Item | null = place; at !== null; at = parentOf(at)) if (at === folder) return true;
  return false;
}
