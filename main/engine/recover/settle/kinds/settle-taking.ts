import { done } from '../../../execute/step-result.ts';
import type { LocalId } from '../../../model/ids.ts';
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
    const deed = { kind: 'trash-local', rule: 'P85', localId: id, itemId: null } as const;
    return { is: 'happened', deed, done: done(root.tick(), { gone }) };
  }
  const isOpen = root.isMissing(id) || (here.parentId !== null && isSought(id, here.parentId));
  return isOpen ? open() : VOID;
}
