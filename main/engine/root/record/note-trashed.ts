import type { StepDone } from '../../execute/step-result.ts';
import { itemId } from '../../model/ids.ts';
import type { NewTrashed } from '../../store/history/trash-table.ts';
import type { RootContext } from '../root-context.ts';

/** One item moved to the trash: `path` relative to the root, `place` in the trash, absolute. */
export type Taken = Omit<NewTrashed, 'rootId' | 'rootPath' | 'atMs'>;

/** The items a step moved to the local trash. Called before the step is recorded, while the tree still has their counts and sizes. */
export function takenBy({ root }: RootContext, { journal }: StepDone): readonly Taken[] {
  const before = journal?.before ?? null;
  if (journal === null || before === null || typeof before['trash'] !== 'string') return [];
  const places = before['trash'].split('\n').filter((place) => place !== '');
  const paths = typeof before['from'] === 'string' ? before['from'].split('\n') : [journal.path];
  const item = typeof before['itemId'] === 'string' ? itemId(before['itemId']) : null;
  return places.map((place, index) => {
    const path = paths[index] ?? journal.path;
    const id = root.localAt(path);
    const { nodes, bytes } = id === undefined ? { nodes: 1, bytes: 0 } : root.localTotals(id);
    const known = id === undefined ? undefined : root.local(id);
    const ownItem = id === undefined ? undefined : root.syncedByLocal(id)?.itemId;
    const isTop = path === journal.path;
    return {
      path,
      place,
      itemKind: known?.kind ?? journal.itemKind,
      itemId: ownItem ?? (isTop ? item : null),
      nodes,
      bytes,
    };
  });
}

/** Records items that were just moved to the trash. */
export function noteTrashed({ parts, record, live }: RootContext, taken: readonly Taken[]): void {
  if (taken.length > 0) live.hasDeleted = true;
  for (const one of taken) {
    parts.store.trash.add({
      ...one,
      rootId: record.id,
      rootPath: record.localPath,
      atMs: parts.clock.nowMs(),
    });
  }
}
