import { type LocalId, localId } from './model/ids.ts';
import { recordGone } from './record.ts';
import type { StepRunner } from './step-runner.ts';
import type { RootStore } from './store/root-store.ts';

const TAKEN = 'being_taken_away';

/** Written down right before things go to the local trash, each with all below it. */
export const noteTaking = (root: Pick<RootStore, 'setNote'>, ids: readonly LocalId[]): void =>
  root.setNote(TAKEN, ids.length === 0 ? null : ids.join(' '));

type Taking = { readonly root: RootStore; readonly runner: Pick<StepRunner, 'steps' | 'endedCount'> };

/**
 * Before anything is planned: what was taken to the local trash by a process that ended before it wrote that down was deleted by nobody
 * here. Else it would be deleted on the service as well, when it was restored there, or is chosen again, meanwhile (SPEC P85).
 */
export function recognizeTaken({ root, runner }: Taking): void {
  const note = root.note(TAKEN);
  if (note === null || runner.endedCount > 0) return;
  // One at a time: of that which is on its way the result will tell.
  if (runner.steps().some(({ step, isRunning }) => isRunning && step.kind === 'trash-local')) return;
  const ids = note.split(' ').map((id) => localId(Number(id)));
  root.transaction(() => {
    for (const id of ids) {
      if (root.local(id) !== undefined) continue;
      recordGone(root, { local: id, remote: null, row: { localId: id, below: true } }, root.tick());
    }
    // Whether what is missing is gone is not known yet.
    const open = ids.filter((id) => root.isMissing(id));
    noteTaking(root, open);
  });
}
