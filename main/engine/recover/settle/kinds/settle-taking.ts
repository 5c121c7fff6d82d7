import { done, type JournalDraft } from '../../../execute/step-result.ts';
import { rescuedTo } from '../../../execute/steps/local/rescue.ts';
import { trashedHere } from '../../../execute/steps/local/trash-local.ts';
import type { ItemId, LocalId } from '../../../model/ids.ts';
import type { TakenTo } from '../../../model/plan/taking.ts';
import type { RootStore } from '../../../store/root-store.ts';
import { open, type Verdict, VOID } from '../verdict.ts';

type Known = {
  readonly root: RootStore;
  /** A step that takes items away is in flight; its result will show it. Until then, the items that it took would look deleted by the user. */
  readonly isBusy: boolean;
  readonly isSought: (id: LocalId, folder: LocalId) => boolean;
};

/**
 * An item moved to the local trash or beside the root, by a process that ended before recording it or by a step that failed after its
 * effect, was not deleted by the user. Otherwise the delete would propagate to an item that was meanwhile restored, selected or shared again
 * (SPEC P85). A missing item may still turn up, and an item counts as present only after a scan of its folder.
 */
export function settleTaking({ root, isBusy, isSought }: Known, id: LocalId): Verdict {
  if (isBusy) return open({ localIds: [id] });
  const here = root.local(id);
  if (here === undefined) {
    const gone = { local: id, remote: null, row: { localId: id, below: true } };
    const to = root.takenTo(id);
    const itemId = root.syncedByLocal(id)?.itemId ?? null;
    const deed = { kind: to?.by ?? 'trash-local', rule: 'P85', localId: id, itemId } as const;
    const journal = to === null ? null : draftOf(root, to, itemId);
    return { is: 'happened', deed, done: done(root.tick(), { gone, journal }) };
  }
  const isOpen = root.isMissing(id) || (here.parentId !== null && isSought(id, here.parentId));
  return isOpen ? open() : VOID;
}

function draftOf(root: RootStore, { entry, place, by }: TakenTo, itemId: ItemId | null): JournalDraft {
  if (by === 'rescue') return rescuedTo(place, entry, itemId);
  const nodes = Math.max(root.syncedTotalsBelow(entry.id).nodes, 1);
  return trashedHere(entry, { itemId, nodes, leftFolders: 0 }, [{ entry, place }]);
}
