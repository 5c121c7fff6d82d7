import { nodesOf } from '../../execute/subject.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { DELETES, type Step } from '../../model/plan/step.ts';
import type { Dirty } from '../../model/tree.ts';
import { plan, planInPortions } from '../../plan/plan.ts';
import { inPortions } from '../../plan/portions.ts';
import type { DiskTraits } from '../../ports/file-system.ts';
import type { RootContext } from '../root-context.ts';
import { applyPlan } from './apply-plan.ts';
import { settingsOf } from './plan-input.ts';
import { unhurried } from './unhurried.ts';

/** Nodes per plan: a few milliseconds, then other work gets a turn. */
const SLICE = 100;
/** The most queued steps. Other dirty nodes wait in the store, so memory does not grow with the work. */
const MOST_STEPS = 1_500;
/** Up to this many waiting nodes are planned again after each result; more only when no step is queued. */
const FEW_WAITING = 400;
/** The most reasons examined when the service has room again. */
const MOST_REASONS = 100_000;

/** Plans a slice of the dirty nodes and hands the steps to the runner. True: more to plan right away. */
export async function planRound(context: RootContext): Promise<boolean> {
  const { root, folder, runner, effects } = context;
  if (folder.traits === null) return false;
  retryDue(context);
  wakeWaiting(context);
  if (runner.size >= MOST_STEPS) return false;
  if (effects.held.isWhole) return false;
  const late = root.hasDirty() ? null : root.late();
  if (late?.localIds.length === 0 && late.itemIds.length === 0) return false;
  if (late !== null) {
    // The round is over: the guard has all new versions before it.
    const made = await planned(context, late, folder.traits);
    return made !== null && !(await applyPlan(context, late, made, 'start'));
  }
  const planning = await planWithDeletes(context, root.dirty(SLICE), folder.traits);
  if (planning === null) return false;
  const isWhole = await applyPlan(context, planning.dirty, planning.made, 'collect');
  context.notifyChanged([]);
  return !isWhole || runner.size < MOST_STEPS;
}

/**
 * A plan that is still right, with pauses in which other work has its turn. A node that is opened meanwhile may change the plan, which is then
 * made again without a pause. Null: a command of the user began meanwhile; it asks for the next round when it ends.
 */
async function planned(context: RootContext, dirty: Dirty, traits: DiskTraits): Promise<Plan | null> {
  const { root, rounds, parts, execution } = context;
  const before = root.timesOpened();
  const made = await unhurried(planInPortions(execution.trees, dirty, settingsOf(context, traits)), {
    within: root.transaction,
    pause: () => parts.clock.sleep(0),
    mayGoOn: () => root.timesOpened() === before && !rounds.acts.areAny,
  });
  if (rounds.acts.areAny) return null;
  // A command that came and went meanwhile may have released something.
  return made ?? plan(execution.trees, dirty, settingsOf(context, traits));
}

/**
 * Plans a slice. If it leads to deletes, those that have not started are planned and counted with them; otherwise only those whose nodes it
 * has, so that the cost of a round does not grow with the deletes that wait.
 */
async function planWithDeletes(
  context: RootContext,
  slice: Dirty,
  traits: DiskTraits,
): Promise<{ dirty: Dirty; made: Plan } | null> {
  const own = await again(context, slice, isAbout(slice));
  const made = await planned(context, own, traits);
  if (made === null) return null;
  const dirty = leadsToDeletes(made) ? await again(context, own, () => true) : own;
  if (dirty === own) return { dirty, made };
  const whole = await planned(context, dirty, traits);
  return whole === null ? null : { dirty, made: whole };
}

/** These nodes, and those of the queued deletes that match: they leave the queue and are open again. */
async function again({ root, runner, parts }: RootContext, nodes: Dirty, which: (step: Step) => boolean) {
  // The slice was taken first: otherwise deletes that are planned again each time would fill it and starve everything else.
  const undone = runner.drop((step) => DELETES.has(step.kind) && which(step));
  if (undone.length === 0) return nodes;
  const pacing = { within: root.transaction, pause: () => parts.clock.sleep(0) };
  await unhurried(
    inPortions(undone, (step) => markNodes(root, step)),
    pacing,
  );
  return together(nodes, undone.map(nodesOf));
}

const leadsToDeletes = ({ steps, held }: Plan): boolean =>
  steps.some(({ kind }) => DELETES.has(kind)) || held.some(({ what }) => what === 'deletes');

function isAbout(nodes: Dirty): (step: Step) => boolean {
  const [locals, items] = [new Set(nodes.localIds), new Set(nodes.itemIds)];
  return (step) => {
    const { localId, itemId } = nodesOf(step);
    return (localId !== null && locals.has(localId)) || (itemId !== null && items.has(itemId));
  };
}

function together(dirty: Dirty, nodes: readonly ReturnType<typeof nodesOf>[]): Dirty {
  const { localIds, itemIds } = dirty;
  return {
    localIds: [...new Set([...localIds, ...nodes.flatMap(({ localId }) => localId ?? [])])],
    itemIds: [...new Set([...itemIds, ...nodes.flatMap(({ itemId }) => itemId ?? [])])],
  };
}

/** Opens what failed once its retry time has come, and uploads that waited for room on the service once there is some. */
function retryDue({ root, rounds, parts, gate }: RootContext): void {
  const hasNewRoom = rounds.hasNewRoom(gate.uploads.openings);
  const full = hasNewRoom ? root.reasons(MOST_REASONS).filter(({ problem }) => problem.code === 'quota_full') : [];
  const due = [...root.retryDue(parts.clock.nowMs()), ...full];
  if (due.length === 0) return;
  rounds.noteProgress();
  root.transaction(() => {
    for (const reason of due) root.retry(reason);
  });
}

function wakeWaiting({ root, rounds, runner }: RootContext): void {
  if (rounds.hasProgressed && root.wake(runner.size > 0 ? FEW_WAITING : null)) rounds.useProgress();
}

function markNodes(root: RootContext['root'], step: Step): void {
  const { localId, itemId } = nodesOf(step);
  if (localId !== null) root.markDirtyLocal(localId);
  if (itemId !== null) root.markDirtyItem(itemId);
}
