import { placeOfLocal } from '../../execute/places.ts';
import type { StepDone } from '../../execute/step-result.ts';
import { nodesOf } from '../../execute/subject.ts';
import type { LocalEntry } from '../../model/entry.ts';
import type { Deed } from '../../model/plan/step.ts';
import type { NewTrashed } from '../../store/history/trash-table.ts';
import type { RootContext } from '../root-context.ts';
import { pathOf } from './entry-paths.ts';

/** One item moved to the trash: `path` relative to the root, `place` in the trash, absolute. */
export type Taken = Omit<NewTrashed, 'rootId' | 'rootPath' | 'atMs'>;

/** The items a step, or an open intent, moved to the local trash. Called before it is recorded, while the tree still has their counts and sizes. */
export function takenBy({ root }: RootContext, deed: Deed, { journal }: StepDone): readonly Taken[] {
  const { localId, itemId } = nodesOf(deed);
  return (journal?.trashed ?? []).map(({ entry, place }) => ({
    path: pathOf(root, placeOfLocal(entry)),
    place,
    itemKind: entry.kind,
    itemId: root.syncedByLocal(entry.id)?.itemId ?? (entry.id === localId ? itemId : null),
    ...totalsOf(root, entry),
  }));
}

/** A scan may have removed it from the tree before its step is recorded; the agreed state of a folder is still known then. */
function totalsOf(root: RootContext['root'], { id, kind, fingerprint }: LocalEntry): Pick<Taken, 'nodes' | 'bytes'> {
  if (root.local(id) !== undefined) return root.localTotals(id);
  if (kind === 'file') return { nodes: 1, bytes: fingerprint.sizeBytes };
  const agreed = root.syncedTotalsBelow(id);
  return { ...agreed, nodes: Math.max(agreed.nodes, 1) };
}

/** Records items that were just moved to the trash. */
export function noteTrashed({ parts, record, epoch }: RootContext, taken: readonly Taken[]): void {
  if (taken.length > 0) epoch.noteDelete();
  for (const one of taken) {
    parts.store.trash.add({
      ...one,
      rootId: record.id,
      rootPath: record.localPath,
      atMs: parts.clock.nowMs(),
    });
  }
}
