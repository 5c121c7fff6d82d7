import type { LocalEntry } from '../../../model/entry.ts';
import type { ItemId } from '../../../model/ids.ts';
import type { Step } from '../../../model/plan/step.ts';
import type { Execution } from '../../execution.ts';
import { absolutePath, placeOfLocal } from '../../places.ts';
import { done, type JournalDraft, type StepResult, stale } from '../../step-result.ts';

type Rescue = Extract<Step, { kind: 'rescue' }>;

/**
 * Moves a local-only item out of a folder that this account can no longer see, into a folder beside the root (edge case 83). It
 * moves in its current state, including later saves; a file may have been saved by a rename.
 */
export async function rescueLocal(execution: Execution, step: Rescue): Promise<StepResult> {
  const { trees, fileSystem, tick } = execution;
  const local = trees.local(step.localId);
  const path = absolutePath(execution, step.localId);
  const row = trees.syncedByLocal(step.localId);
  if (local === undefined || path === null) return stale('the item is not in the tree', { localIds: [step.localId] });
  if (row !== undefined && trees.remote(row.itemId) !== undefined) return stale('the item is on the service again');
  const gone = {
    local: step.localId,
    remote: null,
    row: row === undefined ? null : { localId: step.localId, below: true },
  };
  // Moved by a run that crashed before recording it, or by the user: either way it is gone.
  if ((await fileSystem.stat(path)) === null) return done(tick(), { gone });
  execution.taking([step.localId]);
  const expect = step.itemKind === 'folder' ? local.fingerprint.identity : undefined;
  const to = await execution.rescue(path, expect, (place) =>
    execution.takenTo(step.localId, { entry: local, place, by: 'rescue' }),
  );
  return done(tick(), { gone, journal: rescuedTo(to, local, row?.itemId ?? null) });
}

/** The journal's entry of it. */
export const rescuedTo = (place: string, local: LocalEntry, itemId: ItemId | null): JournalDraft => ({
  side: 'local',
  itemKind: local.kind,
  place: placeOfLocal(local),
  from: null,
  bytes: local.kind === 'file' ? local.fingerprint.sizeBytes : null,
  before: { itemId },
  after: { rescuedTo: place },
});
