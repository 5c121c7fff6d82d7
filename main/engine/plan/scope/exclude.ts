import { scopeOf } from '../../model/scope.ts';
import { type Item, isLinked } from '../item.ts';
import type { Known } from '../known.ts';
import { hash, settleContent } from '../merge/agreement.ts';
import { localChange } from '../merge/content-change.ts';
import { childrenOn } from '../merge/fate.ts';
import { type Place, parentOn } from '../merge/place.ts';
import { agreed, type Need, type Outcome, step, waits, waitsFor } from '../outcome.ts';
import { excludedHere } from '../problems.ts';
import { leaveOver } from './left-over.ts';
import { rescue } from './lost.ts';

/**
 * Decides an item that does not belong on this computer; the one place where that has a consequence. Null: it is wanted, and decided
 * like any other. Local changes are uploaded first, and unchanged items go to the local trash; nothing is ever lost.
 */
export function exclude(known: Known, item: Item): Outcome | null {
  const { local, row } = item;
  switch (known.scope.of(item)) {
    case 'wanted':
      return null;
    case 'left_alone':
      return leaveOver(known.pairing, item) ?? agreed;
    case 'lost':
      return rescue(known, item);
    case 'name_taken':
    case 'not_downloadable':
      return agreed;
    case 'rule':
      return local === null ? agreed : leave(known, item);
    case 'deselected':
      if (local !== null) return row === null ? excludedHere(item) : leave(known, item);
      return row === null ? agreed : step(item, 'P66', { kind: 'forget', localId: row.localId, itemId: row.itemId });
  }
}

/** It leaves this disk from its place on the service (SPEC P66); a move here goes up first. */
function leave(known: Known, item: Item): Outcome | null {
  const place = known.places.of(item);
  if (!isLinked(item) || place === null || place.decidedBy === 'local') return null;
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
  return waitsFor(childrenOn(known.pairing, item, 'local').filter((child) => child !== null));
}

function trash(known: Known, item: Item): Outcome {
  const { local, row } = item;
  if (local === null || row === null) return waits;
  const covering = coveringFolder(known, item);
  if (covering !== null) return waitsFor([covering]);
  const departing = item.kind === 'folder' ? known.leaving.departing(item) : [];
  const needs = departing.map((leaving): Need => ({ kind: 'depart', item: leaving, side: 'local' }));
  const target = { localId: local.id, itemId: row.itemId, itemKind: item.kind, subtree: known.leaving.size(item) };
  return step(item, 'P66', { kind: 'trash-local', ...target, staysThere: true }, needs);
}

/** The parent folder, if it leaves as well and takes the item with it. */
function coveringFolder(known: Known, item: Item): Item | null {
  const parent = parentOn(known.pairing, item, 'local');
  if (parent === null || parent.remote === null || parent.local?.id === known.trees.rootLocalId) return null;
  const isOut = scopeOf(known.trees, parent.remote.id) !== 'wanted';
  const place = known.places.of(parent);
  if (!isOut || !isLinked(parent) || place === null || place.decidedBy === 'local') return null;
  return known.leaving.of(parent) === 'gone' ? parent : null;
}
