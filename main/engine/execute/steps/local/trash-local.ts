import type { LocalEntry } from '../../../model/entry.ts';
import type { ItemId } from '../../../model/ids.ts';
import type { Step } from '../../../model/plan/step.ts';
import { scopeOf } from '../../../model/scope.ts';
import { compareWithDisk } from '../../disk/compare-with-disk.ts';
import { takeAway } from '../../disk/take-away.ts';
import type { Execution } from '../../execution.ts';
import { absolutePath, placeOfLocal } from '../../places.ts';
import { done, type JournalDraft, type StepResult, stale, type Trashed } from '../../step-result.ts';

type TrashLocal = Extract<Step, { kind: 'trash-local' }>;

/**
 * Moves an item to the local trash if the disk matches the local tree exactly, and each file the agreement: otherwise a file that was not
 * observed would go with it, or an edit that was observed since the plan. Anything added between that check and the rename is restored.
 */
export async function trashLocal(execution: Execution, step: TrashLocal, signal: AbortSignal): Promise<StepResult> {
  const { trees, fileSystem, tick } = execution;
  const isThere = trees.remote(step.itemId) !== undefined;
  if (isThere !== (step.staysThere === true)) return stale('the item is not on the service as it was planned');
  const local = trees.local(step.localId);
  const path = absolutePath(execution, step.localId);
  if (local === undefined || path === null) return stale('the item is not in the tree', { localIds: [step.localId] });
  const there = await fileSystem.stat(path);
  // Trashed by a run that crashed before recording it, or deleted by the user; or moved, and then still to be trashed. Only a
  // full rescan tells, so that a moved item is not uploaded as new (edge case 119).
  if (there === null) return stale('the item is not where it was', { localIds: [step.localId] });
  const from = isThere ? null : ((await execution.borders?.cameFrom(local)) ?? null);
  // It went to another root, which moved its item there, and came back: here it is new, and its item follows (SPEC P63).
  if (from?.itemId === step.itemId) {
    return done(tick(), { gone: { local: null, remote: step.itemId, row: { localId: step.localId, below: true } } });
  }
  const comparison = await compareWithDisk(execution, local, path, signal, true);
  if (comparison.is === 'different') return stale(comparison.reason, { localIds: comparison.localIds });
  const staying = toStay(trees, local);
  if (staying !== null) return stale(`"${staying.name}" is to be here`, { localIds: [staying.id] });
  const deletedBefore = trees.rowsWithout('local', step.localId);
  const gone = { local: step.localId, remote: null, row: { localId: step.localId, below: true }, deletedBefore };
  // Folders that contain ignored items stay, with those items (edge case 80); the rest of their contents goes.
  const taken = await takeAway(execution, comparison.targets, true);
  if (taken.is === 'different') return stale(taken.reason, { localIds: taken.localIds });
  return done(tick(), {
    gone: comparison.left.length === 0 ? gone : { ...gone, local: null, left: comparison.left },
    journal: trashedHere(
      local,
      { itemId: step.itemId, nodes: step.subtree, leftFolders: comparison.left.length },
      comparison.targets.map(({ entry }, index) => ({ entry, place: taken.places[index] ?? '' })),
    ),
  });
}

type Before = { readonly itemId: ItemId | null; readonly nodes: number; readonly leftFolders: number };

/** The journal's entry of it. */
export const trashedHere = (local: LocalEntry, before: Before, trashed: readonly Trashed[]): JournalDraft => ({
  side: 'local',
  itemKind: local.kind,
  place: placeOfLocal(local),
  from: null,
  bytes: null,
  before,
  after: null,
  trashed,
});

/**
 * An item inside that belongs on this disk again, because it was moved or restored on the service during the disk check. Null:
 * everything goes.
 */
function toStay(trees: Execution['trees'], top: LocalEntry): LocalEntry | null {
  const wanted = trees.itemsAlsoThere(top.id).find(({ itemId }) => scopeOf(trees, itemId) === 'wanted');
  return wanted === undefined ? null : (trees.local(wanted.localId) ?? null);
}
