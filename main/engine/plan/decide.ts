import { isLeftOut } from '../model/left-out.ts';
import { hash, settleContent, wasLeftAside } from './agreement.ts';
import { type Item, isDeletedOn } from './item.ts';
import type { Known } from './known.ts';
import { rescue } from './lost.ts';
import { agreed, type Outcome, step, waits } from './outcome.ts';
import { bringToPlace } from './placing.ts';
import { letGo } from './removal.ts';
import { leaveOut } from './scope.ts';

/** The case table (sync-engine.md 4) for one item. Reads the trees only, so that the order of the questions does not matter. */
export function decide(known: Known, item: Item): Outcome {
  if (isRoot(known, item)) return agreed;
  if (item.local === null && item.remote === null) return forget(item);
  if (item.local === null && item.row === null && staysThere(known, item)) return agreed;
  const outOfReach = leaveOut(known, item) ?? rescue(known, item);
  if (outOfReach !== null) return outOfReach;
  if (isDeletedOn(item, 'local') || isDeletedOn(item, 'remote')) {
    const fate = known.fates.of(item);
    if (fate === 'gone') return letGo(known, item);
    // Pending: only a file here can be undecided by itself; a folder waits for what is below it.
    if (fate === 'pending') return item.kind === 'file' ? hash(item) : waits;
  }
  const place = known.places.of(item);
  if (place === null) return waits;
  if (wasLeftAside(item)) return { is: 'aside', side: 'local', reason: 'both_edited', rule: 'P7' };
  // A move goes alone, the content follows in the next plan: a move changes the etag that a new version would have to name,
  // and two steps of one item must not meet (SPEC P33).
  return place.decidedBy === 'both' ? settleContent(item, place, known.settings) : bringToPlace(known, item, place);
}

/** New there, and not to come down: left out by a rule, or without the right to fetch it (SPEC P34, P69, P72). */
function staysThere({ trees }: Known, { remote }: Item): boolean {
  return (remote?.kind === 'file' && !remote.canDownload) || isLeftOut(trees, remote);
}

function forget(item: Item): Outcome {
  if (item.row === null) return agreed;
  return step(item, 'P13', { kind: 'forget', localId: item.row.localId, itemId: item.row.itemId });
}

const isRoot = (known: Known, item: Item): boolean =>
  item.local?.id === known.trees.rootLocalId || item.remote?.id === known.trees.rootItemId;
