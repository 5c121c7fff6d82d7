import { isRuledOut } from '../../model/plan/left-out.ts';
import { type Item, isLinked } from '../item.ts';
import type { Known } from '../known.ts';
import { hash, settleContent } from '../merge/agreement.ts';
import { localChange } from '../merge/content-change.ts';
import { childrenOn } from '../merge/fate.ts';
import { type Place, parentOn } from '../merge/place.ts';
import { agreed, type Need, type Outcome, step, waits, waitsFor } from '../outcome.ts';
import { excludedHere } from '../problems.ts';
import { leaveOver } from './left-over.ts';

/**
 * Decides an item that is on the service but not wanted on this disk: excluded by selective sync, or by a rule at its place there
 * (edge cases 81 and 82). Null: decided like any other item. Local changes are uploaded first, and unchanged items go to the
 * local trash; nothing is ever lost.
 */
export function leaveOut(known: Known, item: Item): Outcome | null {
  const { local, remote, row } = item;
  if (local !== null && known.leaving.isLeftAlone(item)) return leaveOver(known.pairing, item) ?? agreed;
  if (remote === null) return null;
  const isExcluded = known.trees.isExcluded(remote.id);
  if (local === null) {
    if (!isExcluded) return null;
    return row === null ? agreed : step(item, 'P66', { kind: 'forget', localId: row.localId, itemId: row.itemId });
  }
  if (isExcluded && row === null) return excludedHere(item);
  if (row === null || !isLinked(item)) return null;
  const place = known.places.of(item);
  if (place === null || place.decidedBy === 'local') return null;
  if (!isExcluded && (place.decidedBy === 'both' || !isRuledOut(known.trees, remote))) return null;
  return item.kind === 'folder' ? folderLeaves(known, item) : fileLeaves(known, item);
}

function fileLeaves(known: Known, item: Item): Outcome {
  switch (localChange(item)) {
    case 'unknown':
      return hash(item);
    case 'changed': {
      // Its place on the service does not exist here; upload its content from where it is.
      const parent = parentOn(known.pairing, item, 'local');
      if (parent === null || item.local === null) return waits;
      const here: Place = { parent, name: item.local.name, decidedBy: 'both' };
      return settleContent(item, here, known.settings);
    }
    default:
      return trash(known, item);
  }
}

function folderLeaves(known: Known, item: Item): Outcome {
  if (known.leaving.of(item) === 'gone') return trash(known, item);
  // Each child leaves on its own; the rest is checked again after its upload.
  return waitsFor(...childrenOn(known.pairing, item, 'local').filter((child) => child !== null));
}

function trash(known: Known, item: Item): Outcome {
  const { local, row } = item;
  if (local === null || row === null) return waits;
  const covering = coveringFolder(known, item);
  if (covering !== null) return waitsFor(covering);
  const departing = item.kind === 'folder' ? known.leaving.departing(item) : [];
  const needs = departing.map((leaving): Need => ({ kind: 'depart', item: leaving, side: 'local' }));
  const target = { localId: local.id, itemId: row.itemId, itemKind: item.kind, subtree: known.leaving.size(item) };
  return step(item, 'P66', { kind: 'trash-local', ...target, staysThere: true }, needs);
}

/** The parent folder, if it leaves as well and takes the item with it. */
function coveringFolder(known: Known, item: Item): Item | null {
  const parent = parentOn(known.pairing, item, 'local');
  if (parent === null || parent.remote === null || parent.local?.id === known.trees.rootLocalId) return null;
  const isOut = known.trees.isExcluded(parent.remote.id) || isRuledOut(known.trees, parent.remote);
  const place = known.places.of(parent);
  if (!isOut || !isLinked(parent) || place === null || place.decidedBy === 'local') return null;
  return known.leaving.of(parent) === 'gone' ? parent : null;
}
