import type { SyncedEntry } from '../../model/entry.ts';
import type { StepKind } from '../../model/plan/step.ts';
import { type Item, isDeleted, isLinked } from '../item.ts';
import type { Known } from '../known.ts';
import { agreed, type Draft, type Outcome, step, waits } from '../outcome.ts';
import { notEmptyYet } from '../problems.ts';
import { exclude } from '../scope/exclude.ts';
import { hash, settleContent, wasLeftAside } from './agreement.ts';
import { bringToPlace } from './placing.ts';
import { letGo } from './removal.ts';

/** The case table of the SPEC for one item. Reads only the trees, so the order of calls does not matter. */
export function decide(known: Known, item: Item): Outcome {
  if (isRoot(known, item)) return agreed;
  if (isUnsettled(known, item)) return waits;
  if (item.local === null && item.remote === null) return forget(item);
  const excluded = exclude(known, item);
  if (excluded !== null) return excluded;
  if (isDeleted(item)) {
    const fate = known.fates.of(item);
    if (fate === 'gone') return letGo(known, item);
    // Pending: only a local file can be undecided on its own; a folder waits for its contents.
    if (fate === 'pending') return item.kind === 'file' ? hash(item) : waitForContents(known, item);
  }
  const place = known.places.of(item);
  if (place === null) return waits;
  if (wasLeftAside(item)) return { is: 'aside', side: 'local', reason: 'both_edited', rule: 'P7' };
  if (place.decidedBy === 'both') return settleContent(item, place, known.settings);
  // A move runs alone, and the content follows in the next plan: the move changes the etag that a new version must name, and two
  // steps of one item must not overlap (SPEC P33).
  const outcome = bringToPlace(known, item, place);
  if (outcome.is !== 'blocked') return outcome;
  const meanwhile = newVersion(known, item);
  return meanwhile === null ? outcome : { ...outcome, meanwhile };
}

const OF_CONTENT: ReadonlySet<StepKind> = new Set(['hash', 'upload-version', 'download-version']);

/**
 * The step for the content of a file that cannot move: it leaves the file where both sides agree that it is, and needs nothing of the place
 * to which it is to move. Null: its content is the same, or needs that place.
 */
export function newVersion(known: Known, item: Item): Draft | null {
  const place = known.places.of(item);
  if (item.kind !== 'file' || place === null || !isLinked(item)) return null;
  const content = settleContent(item, place, known.settings);
  if (content.is !== 'step' || !OF_CONTENT.has(content.draft.action.kind)) return null;
  return { ...content.draft, needs: [] };
}

function waitForContents({ fates }: Known, folder: Item): Outcome {
  const by = fates.heldBackBy(folder);
  return by === null ? waits : notEmptyYet(folder, by);
}

function forget(item: Item): Outcome {
  if (item.row === null) return agreed;
  return step(item, 'P13', { kind: 'forget', localId: item.row.localId, itemId: item.row.itemId });
}

const isRoot = (known: Known, item: Item): boolean =>
  item.local?.id === known.trees.rootLocalId || item.remote?.id === known.trees.rootItemId;

/**
 * An effect of ours on it may have happened: what to do is known once that is (SPEC P85). An item that is no longer here may have gone with a
 * folder that it was in.
 */
function isUnsettled({ trees, settings: { unsettled } }: Known, { local, remote, row }: Item): boolean {
  if (remote !== null && unsettled.itemIds.has(remote.id)) return true;
  if (local !== null) return unsettled.localIds.has(local.id);
  if (unsettled.localIds.size === 0) return false;
  for (let at = row ?? undefined; at !== undefined; at = folderOf(trees, at)) {
    if (unsettled.localIds.has(at.localId)) return true;
  }
  return false;
}

const folderOf = (trees: Known['trees'], { parentLocalId }: SyncedEntry): SyncedEntry | undefined =>
  parentLocalId === null ? undefined : trees.syncedByLocal(parentLocalId);
