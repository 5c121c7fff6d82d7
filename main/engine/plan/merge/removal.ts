import { type Item, isDeletedOn, otherSide, type Side, sideLeft } from '../item.ts';
import type { Known } from '../known.ts';
import { type Need, type Outcome, step, waits, waitsFor } from '../outcome.ts';
import { leaveOrBringBack, nameOf, notPermitted } from '../problems.ts';
import { isTopOfShare } from './deletable.ts';
import { parentOn } from './place.ts';

/**
 * Propagates a delete from the other side, including everything below, in one step (SPEC P4, P10). At this point nothing below is
 * newer than the delete, and items that live on elsewhere have a step that moves them there.
 */
export function letGo(known: Known, item: Item): Outcome {
  const side = sideLeft(item);
  const covering = coveringFolder(known, item, side);
  if (covering !== null) return waitsFor([covering]);
  const { local, remote, row } = item;
  if (row === null) return waits;
  const needs = known.fates.departing(item).map((leaving): Need => ({ kind: 'depart', item: leaving, side }));
  const subtree = known.fates.size(item);
  if (local !== null) {
    const target = { localId: local.id, itemId: row.itemId, itemKind: item.kind, subtree };
    return step(item, 'P4', { kind: 'trash-local', ...target }, needs);
  }
  if (remote === null) return waits;
  if (isTopOfShare(known.trees, remote)) return leaveOrBringBack(item);
  if (!remote.canDelete) {
    return notPermitted(item, { code: 'delete_not_permitted', args: { name: nameOf(item) } });
  }
  const target = { localId: row.localId, itemId: remote.id, itemKind: item.kind, ifMatch: remote.etag, subtree };
  return step(item, 'P10', { kind: 'trash-remote', ...target }, needs);
}

/** The parent folder, if it is removed as well and takes the item with it; null if the item is the topmost one removed. */
function coveringFolder(known: Known, item: Item, side: Side): Item | null {
  const parent = parentOn(known.pairing, item, side);
  if (parent === null || !isDeletedOn(parent, otherSide(side)) || known.fates.of(parent) !== 'gone') return null;
  return parent;
}
