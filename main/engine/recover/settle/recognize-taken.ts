import type { LocalId } from '../../model/ids.ts';
import type { StepKind } from '../../model/plan/step.ts';
import { recordGone } from '../../root/record/record.ts';
import type { StepRunner } from '../../root/schedule/step-runner.ts';
import type { RootStore } from '../../store/root-store.ts';
import { isSought } from './sought-places.ts';

const TAKING: ReadonlySet<StepKind> = new Set(['trash-local', 'rescue']);

type Taking = Parameters<typeof isSought>[0] & {
  readonly root: RootStore;
  readonly runner: Pick<StepRunner, 'running' | 'endedCount'>;
};

/**
 * Runs before planning. Items moved to the local trash or beside the root, by a process that ended before recording it or by a step that
 * failed after its effect, were not deleted by the user. Otherwise the delete would propagate to an item that was meanwhile restored, selected
 * or shared again (SPEC P85).
 */
export function recognizeTaken(context: Taking): void {
  const { root, runner } = context;
  const ids = root.taking();
  if (ids.length === 0 || runner.endedCount > 0) return;
  // For steps in flight the result will show it.
  if (runner.running().some(({ kind }) => TAKING.has(kind))) return;
  root.transaction(() => {
    for (const id of ids) {
      if (root.local(id) !== undefined) continue;
      recordGone(root, { local: id, remote: null, row: { localId: id, below: true } }, root.tick());
    }
    for (const id of ids) if (!isOpen(context, id)) root.forgetTaking(id);
  });
}

/** A missing item may still turn up, and an item counts as present only after a scan of its folder. */
function isOpen(context: Taking, id: LocalId): boolean {
  const here = context.root.local(id);
  if (here === undefined) return false;
  return context.root.isMissing(id) || (here.parentId !== null && isSought(context, id, here.parentId));
}
