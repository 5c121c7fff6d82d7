import { type LocalId, localId } from '../../model/ids.ts';
import type { StepKind } from '../../model/plan/step.ts';
import { recordGone } from '../../root/record/record.ts';
import type { StepRunner } from '../../root/schedule/step-runner.ts';
import type { RootStore } from '../../store/root-store.ts';
import { isSought } from './sought-places.ts';

const TAKEN = 'being_taken_away';

const TAKING: ReadonlySet<StepKind> = new Set(['trash-local', 'rescue']);

type Notes = Pick<RootStore, 'note' | 'setNote'>;

/** Recorded right before a step moves items out of the root, for each item and everything below it. Keeps open entries of failed steps. */
export const noteTaking = (root: Notes, ids: readonly LocalId[]): void => write(root, [...taking(root), ...ids]);

type Taking = Parameters<typeof isSought>[0] & {
  readonly root: RootStore;
  readonly runner: Pick<StepRunner, 'steps' | 'endedCount'>;
};

/**
 * Runs before planning. Items moved to the local trash or beside the root, by a process that ended before recording it or by a step that
 * failed after its effect, were not deleted by the user. Otherwise the delete would propagate to an item that was meanwhile restored, selected
 * or shared again (SPEC P85).
 */
export function recognizeTaken(context: Taking): void {
  const { root, runner } = context;
  const ids = taking(root);
  if (ids.length === 0 || runner.endedCount > 0) return;
  // For steps in flight the result will show it.
  if (runner.steps().some(({ step, isRunning }) => isRunning && TAKING.has(step.kind))) return;
  root.transaction(() => {
    for (const id of ids) {
      if (root.local(id) !== undefined) continue;
      recordGone(root, { local: id, remote: null, row: { localId: id, below: true } }, root.tick());
    }
    const open = ids.filter((id) => isOpen(context, id));
    if (open.length < ids.length) write(root, open);
  });
}

/** A missing item may still turn up, and an item counts as present only after a scan of its folder. */
function isOpen(context: Taking, id: LocalId): boolean {
  const here = context.root.local(id);
  if (here === undefined) return false;
  return context.root.isMissing(id) || (here.parentId !== null && isSought(context, id, here.parentId));
}

const taking = (root: Notes): readonly LocalId[] =>
  (root.note(TAKEN) ?? '').split(' ').flatMap((id) => (id === '' ? [] : [localId(Number(id))]));

const write = (root: Notes, ids: readonly LocalId[]): void =>
  root.setNote(TAKEN, ids.length === 0 ? null : [...new Set(ids)].join(' '));
