import { nodesOf } from '../../execute/subject.ts';
import type { ItemId, LocalId, StepKey } from '../../model/ids.ts';
import type { Plan, PlanSettings } from '../../model/plan/plan.ts';
import type { Step, StepKind } from '../../model/plan/step.ts';
import type { Dirty } from '../../model/tree.ts';
import { plan, planInPortions } from '../../plan/plan.ts';
import type { DiskTraits } from '../../ports/file-system.ts';
import { giveUpUploads } from '../../recover/settle/give-up-uploads.ts';
import { recognizeEffects } from '../../recover/settle/recognize.ts';
import type { RootContext } from '../root-context.ts';
import { settingsOf } from './plan-input.ts';
import { recordPlan } from './record-plan.ts';
import { unhurried } from './unhurried.ts';

/** Nodes per plan: a few milliseconds, then other work gets a turn. */
const SLICE = 100;
/** The most queued steps. Other dirty nodes wait in the store, so memory does not grow with the work. */
const MOST_STEPS = 1_500;
/** Up to this many waiting nodes are planned again after each result; more only when no step is queued. */
const FEW_WAITING = 400;
/** The most reasons examined when the service has room again. */
const MOST_REASONS = 100_000;

const DELETES: ReadonlySet<StepKind> = new Set(['trash-local', 'trash-remote']);
const REWRITES: ReadonlySet<StepKind> = new Set(['upload-version', 'download-version']);

/** Plans a slice of the dirty nodes and hands the steps to the runner. True: more to plan right away. */
export async function planRound(context: RootContext): Promise<boolean> {
  const { root, folder, runner } = context;
  if (folder.traits === null) return false;
  retryDue(context);
  wakeWaiting(context);
  if (runner.size >= MOST_STEPS) return false;
  recognizeEffects(context);
  // An item that arrived and was deleted again is planned only after its upload has ended and is recorded. Planned earlier, the file would
  // look new here and bring back both its folder and itself (SPEC P85).
  if ([...context.effects.arriving].some((item) => root.remote(item) === undefined)) return false;
  const late = root.hasDirty() ? null : root.late();
  if (late?.localIds.length === 0 && late.itemIds.length === 0) return false;
  // The first call counts all synced items, so a start without changes skips it.
  const settings = settingsOf(context, folder.traits);
  if (late !== null) {
    // The round is over: the guard has all new versions before it.
    const made = await planned(context, late, settings);
    if (made !== null) root.transaction(() => applyPlan(context, late, made, 'start'));
    return false;
  }
  const planning = await planWithDeletes(context, root.dirty(SLICE), settings);
  if (planning === null) return false;
  root.transaction(() => applyPlan(context, planning.dirty, planning.made, 'collect'));
  context.told([]);
  return runner.size < MOST_STEPS;
}

/**
 * A plan that is still right, with pauses in which other work has its turn. A node that is opened meanwhile may change the plan, which is then
 * made again without a pause. Null: a command of the user began meanwhile; it asks for the next round when it ends.
 */
async function planned({ root, rounds, parts, execution }: RootContext, dirty: Dirty, settings: PlanSettings) {
  const before = root.timesOpened();
  const pacing = { within: root.transaction, pause: () => parts.clock.sleep(0) };
  const made = await unhurried(planInPortions(execution.trees, dirty, settings), pacing);
  if (rounds.acts.areAny) return null;
  return root.timesOpened() === before ? made : plan(execution.trees, dirty, settings);
}

/**
 * Plans a slice. If it leads to deletes, those that have not started are planned and counted with them; otherwise only those whose nodes it
 * has, so that the cost of a round does not grow with the deletes that wait.
 */
async function planWithDeletes(
  context: RootContext,
  slice: Dirty,
  settings: PlanSettings,
): Promise<{ dirty: Dirty; made: Plan } | null> {
  const own = again(context, slice, isAbout(slice));
  const made = await planned(context, own, settings);
  if (made === null) return null;
  const dirty = leadsToDeletes(made) ? again(context, own, () => true) : own;
  if (dirty === own) return { dirty, made };
  const whole = await planned(context, dirty, settings);
  return whole === null ? null : { dirty, made: whole };
}

/** These nodes, and those of the queued deletes that match: they leave the queue and are open again. */
function again({ root, runner }: RootContext, nodes: Dirty, which: (step: Step) => boolean): Dirty {
  // The slice was taken first: otherwise deletes that are planned again each time would fill it and starve everything else.
  const undone = runner.drop((step) => DELETES.has(step.kind) && which(step));
  if (undone.length > 0) root.transaction(() => undone.forEach((step) => markNodes(root, step)));
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
  if (nodes.length === 0) return dirty;
  const { localIds, itemIds } = dirty;
  return {
    localIds: [...new Set([...localIds, ...nodes.flatMap(({ localId }) => localId ?? [])])],
    itemIds: [...new Set([...itemIds, ...nodes.flatMap(({ itemId }) => itemId ?? [])])],
  };
}

/** The current plan, for display: writes nothing, starts nothing. */
export function planAll(context: RootContext, traits: DiskTraits): Plan {
  return plan(context.execution.trees, context.root.dirty(Number.MAX_SAFE_INTEGER), settingsOf(context, traits));
}

/**
 * Records the plan's outcome for each dirty node and offers its steps. `collect` holds new versions back until the round is over, because
 * the guard must see all of them together; everything else starts.
 */
function applyPlan(context: RootContext, dirty: Dirty, made: Plan, rewrites: 'collect' | 'start'): void {
  const { root, parts, runner, snatched } = context;
  giveUpUploads(context, made.settled.localIds);
  const hasNews = recordPlan({ root, nowMs: parts.clock.nowMs(), taken: snatched.taken }, dirty, made);
  if (hasNews) context.told([]);
  const notTaken = new Set<StepKey>();
  const late: Step[] = [];
  const covered: Nodes = { localIds: new Set(), itemIds: new Set() };
  for (const step of made.steps) {
    // A step it depends on is not queued, so it would run too early.
    const isEarly = step.after.some((key) => notTaken.has(key));
    const { localId, itemId } = nodesOf(step);
    const isLate = rewrites === 'collect' && REWRITES.has(step.kind) && !runner.has(step.key);
    if (isEarly || (!isLate && !offer(context, step))) {
      notTaken.add(step.key);
      continue;
    }
    if (isLate) late.push(step);
    if (localId !== null) covered.localIds.add(localId);
    if (itemId !== null) covered.itemIds.add(itemId);
  }
  // A node on the other side that the same step covers would only produce that step again (SPEC P32, P33).
  root.park({ localIds: [...covered.localIds], itemIds: [...covered.itemIds] });
  waitOthers(root, dirty, covered, made.settled);
  for (const step of late) root.postpone(nodesOf(step));
}

type Nodes = { readonly localIds: Set<LocalId>; readonly itemIds: Set<ItemId> };

/** Planned nodes that no step covers wait for another step. Settled ones are no longer in doubt. */
function waitOthers(root: RootContext['root'], { localIds, itemIds }: Dirty, covered: Nodes, settled: Dirty): void {
  const [locals, items] = [new Set(settled.localIds), new Set(settled.itemIds)];
  for (const id of localIds) {
    if (!covered.localIds.has(id) && !locals.has(id)) root.wait({ localId: id, itemId: null });
  }
  for (const id of itemIds) {
    if (!covered.itemIds.has(id) && !items.has(id)) root.wait({ localId: null, itemId: id });
  }
}

/** False: not now; its nodes wait. */
function offer({ rounds, runner, root }: RootContext, step: Step): boolean {
  if (isBackingOff(root, step)) return false;
  const { isTaken, displaced } = runner.offer(step);
  for (const other of displaced) root.wait(nodesOf(other));
  if (displaced.length > 0) rounds.noteProgress();
  return isTaken;
}

/** It failed, and its time to be retried has not come. A changed node gives another step, which is tried at once. */
function isBackingOff(root: RootContext['root'], step: Step): boolean {
  const reason = root.reasonOf(nodesOf(step));
  return reason?.source === 'step' && reason.retryAtMs !== null && reason.step?.key === step.key;
}

/** Opens what failed once its retry time has come, and uploads that waited for room on the service once there is some. */
function retryDue({ root, rounds, parts, gate }: RootContext): void {
  const due = [...root.retryDue(parts.clock.nowMs())];
  if (rounds.hasNewRoom(gate.uploads.openings)) {
    due.push(...root.reasons(MOST_REASONS).filter(({ problem }) => problem.code === 'quota_full'));
  }
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
