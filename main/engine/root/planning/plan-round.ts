import { nodesOf } from '../../execute/subject.ts';
import type { ItemId, LocalId, StepKey } from '../../model/ids.ts';
import type { Plan, PlanSettings } from '../../model/plan/plan.ts';
import type { Step, StepKind } from '../../model/plan/step.ts';
import type { Dirty } from '../../model/tree.ts';
import { plan } from '../../plan/plan.ts';
import type { DiskTraits } from '../../ports/file-system.ts';
import { giveUpUploads } from '../../recover/settle/give-up-uploads.ts';
import { recognizeEffects } from '../../recover/settle/recognize.ts';
import type { RootContext } from '../root-context.ts';
import { settingsOf } from './plan-input.ts';
import { recordPlan } from './record-plan.ts';

/** Nodes per plan: a few milliseconds, then other work gets a turn. */
const SLICE = 300;
/** The most queued steps. Other dirty nodes wait in the store, so memory does not grow with the work. */
const MOST_STEPS = 1_500;
/** Up to this many waiting nodes are planned again after each result; more only when no step is queued. */
const FEW_WAITING = 400;
/** The most reasons examined when the service has room again. */
const MOST_WAITING = 100_000;

const DELETES: ReadonlySet<StepKind> = new Set(['trash-local', 'trash-remote']);
const REWRITES: ReadonlySet<StepKind> = new Set(['upload-version', 'download-version']);

/** Plans a slice of the dirty nodes and hands the steps to the runner. True: more to plan right away. */
export function planRound(context: RootContext): boolean {
  const { root, live, runner } = context;
  if (live.traits === null) return false;
  retryDue(context);
  wakeWaiting(context);
  if (runner.size >= MOST_STEPS) return false;
  recognizeEffects(context);
  // An item that arrived and was deleted again is planned only after its upload has ended and is recorded. Planned earlier, the file would
  // look new here and bring back both its folder and itself (SPEC P85).
  if ([...live.arriving].some((item) => root.remote(item) === undefined)) return false;
  const isRest = !root.hasDirty();
  if (isRest && live.rewrites.size === 0) return false;
  // The first call counts all synced items, so a start without changes skips it.
  const settings = settingsOf(context, live.traits);
  if (isRest) return releaseRewrites(context, settings);
  // Deletes that have not started are counted together with the newly known ones.
  const undone = runner.drop((step) => DELETES.has(step.kind));
  root.transaction(() => {
    // Take the slice first: otherwise deletes that are replanned each time would fill it and starve everything else.
    const slice = root.dirty(SLICE);
    for (const step of undone) markNodes(context, step);
    const dirty = together(slice, undone.map(nodesOf));
    applyPlan(context, dirty, settings, 'collect');
  });
  context.told([]);
  return runner.size < MOST_STEPS;
}

function together({ localIds, itemIds }: Dirty, nodes: readonly ReturnType<typeof nodesOf>[]): Dirty {
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
function applyPlan(context: RootContext, dirty: Dirty, settings: PlanSettings, rewrites: 'collect' | 'start'): void {
  const { root, live, parts } = context;
  const made = plan(context.execution.trees, dirty, settings);
  giveUpUploads(context, made.settled.localIds);
  for (const id of dirty.localIds) giveUpRewrite(context, id, dirty);
  const hasNews = recordPlan({ root, live, nowMs: parts.clock.nowMs(), settings }, dirty, made);
  if (hasNews) context.told([]);
  const notTaken = new Set<StepKey>();
  const covered = {
    localIds: new Set<LocalId>(made.settled.localIds),
    itemIds: new Set<ItemId>(made.settled.itemIds),
  };
  for (const step of made.steps) {
    // A step it depends on is not queued, so it would run too early.
    const isEarly = step.after.some((key) => notTaken.has(key));
    const { localId, itemId } = nodesOf(step);
    const take = rewrites === 'collect' && REWRITES.has(step.kind) ? keepBack : offer;
    const isKept = !isEarly && take(context, step);
    if (!isKept) {
      notTaken.add(step.key);
      continue;
    }
    if (localId !== null) covered.localIds.add(localId);
    if (itemId !== null) covered.itemIds.add(itemId);
  }
  parkOthers(root, dirty, covered);
  for (const id of dirty.localIds) if (!covered.localIds.has(id)) live.waiting.localIds.add(id);
  for (const id of dirty.itemIds) if (!covered.itemIds.has(id)) live.waiting.itemIds.add(id);
}

type Covered = { readonly localIds: ReadonlySet<LocalId>; readonly itemIds: ReadonlySet<ItemId> };

/** A node on the other side that the same step covers would only produce that step again (SPEC P32, P33), so it is parked, not planned. */
function parkOthers(root: RootContext['root'], dirty: Dirty, covered: Covered): void {
  const planned = { localIds: new Set(dirty.localIds), itemIds: new Set(dirty.itemIds) };
  root.park({
    localIds: [...covered.localIds].filter((id) => !planned.localIds.has(id)),
    itemIds: [...covered.itemIds].filter((id) => !planned.itemIds.has(id)),
  });
}

/** The file is being planned again, so its previous step is void. Its item may now belong to another file. */
function giveUpRewrite({ live }: RootContext, id: LocalId, dirty: Dirty): void {
  const step = live.rewrites.get(id);
  live.rewrites.delete(id);
  const itemId = step === undefined ? null : nodesOf(step).itemId;
  if (itemId === null || dirty.itemIds.includes(itemId)) return;
  live.waiting.itemIds.add(itemId);
  live.progressed = true;
}

function keepBack({ live, runner }: RootContext, step: Step): boolean {
  const { localId } = nodesOf(step);
  if (localId !== null && !runner.has(step.key)) live.rewrites.set(localId, step);
  return true;
}

/** False: not now; its nodes wait. A step whose predecessor failed waits for that one's retry. */
function offer(context: RootContext, step: Step): boolean {
  const { live, runner } = context;
  if (live.backingOff.has(step.key) || step.after.some((key) => live.backingOff.has(key))) return false;
  const { isTaken, displaced } = runner.offer(step);
  for (const other of displaced) waitFor(context, other);
  if (displaced.length > 0) live.progressed = true;
  return isTaken;
}

/** The round is over. A few new versions start now; many are planned together so that the guard can hold them (edge case 77). */
function releaseRewrites(context: RootContext, settings: PlanSettings): boolean {
  const { live, root, parts } = context;
  const steps = [...live.rewrites.values()];
  live.rewrites.clear();
  if (steps.length <= parts.settings.guard.items) {
    for (const step of steps) {
      if (!offer(context, step)) waitFor(context, step);
    }
    return false;
  }
  const nodes = steps.map(nodesOf);
  const dirty: Dirty = {
    localIds: nodes.flatMap(({ localId }) => (localId === null ? [] : [localId])),
    itemIds: nodes.flatMap(({ itemId }) => (itemId === null ? [] : [itemId])),
  };
  root.transaction(() => applyPlan(context, dirty, settings, 'start'));
  return true;
}

/** Marks failed items dirty once their retry time has come. */
function retryDue({ root, live, parts, gate }: RootContext): void {
  const nowMs = parts.clock.nowMs();
  if (live.openings !== gate.uploads.openings) {
    live.openings = gate.uploads.openings;
    retryUploads({ root, live });
  }
  for (const [key, atMs] of live.backingOff) {
    if (atMs > nowMs) continue;
    live.backingOff.delete(key);
    // Its nodes may be waiting without a reason of their own.
    live.progressed = true;
  }
  const due = root.retryDue(nowMs);
  if (due.length === 0) return;
  root.transaction(() => {
    for (const blocked of due) {
      root.putBlocked({ ...blocked, retryAtMs: null });
      if (blocked.localId !== null) root.markDirtyLocal(blocked.localId);
      if (blocked.itemId !== null) root.markDirtyItem(blocked.itemId);
    }
  });
}

/** The service has room again: retry uploads that waited for it, whatever their retry time. */
function retryUploads({ root, live }: Pick<RootContext, 'root' | 'live'>): void {
  live.backingOff.clear();
  live.progressed = true;
  root.transaction(() => {
    for (const blocked of root.blocked(MOST_WAITING)) {
      if (blocked.problem.code !== 'quota_full') continue;
      root.putBlocked({ ...blocked, retryAtMs: null });
      if (blocked.localId !== null) root.markDirtyLocal(blocked.localId);
      if (blocked.itemId !== null) root.markDirtyItem(blocked.itemId);
    }
  });
}

function wakeWaiting({ root, live, runner }: RootContext): void {
  const { localIds, itemIds } = live.waiting;
  const count = localIds.size + itemIds.size;
  if (!live.progressed || (count > FEW_WAITING && runner.size > 0)) return;
  live.progressed = false;
  if (count === 0) return;
  root.transaction(() => {
    for (const id of localIds) root.markDirtyLocal(id);
    for (const id of itemIds) root.markDirtyItem(id);
  });
  localIds.clear();
  itemIds.clear();
}

function waitFor({ live }: RootContext, step: Step): void {
  const { localId, itemId } = nodesOf(step);
  if (localId !== null) live.waiting.localIds.add(localId);
  if (itemId !== null) live.waiting.itemIds.add(itemId);
}

function markNodes({ root }: RootContext, step: Step): void {
  const { localId, itemId } = nodesOf(step);
  if (localId !== null) root.markDirtyLocal(localId);
  if (itemId !== null) root.markDirtyItem(itemId);
}
