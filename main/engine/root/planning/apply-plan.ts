import { nodesOf } from '../../execute/subject.ts';
import type { ItemId, LocalId, StepKey } from '../../model/ids.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Step, StepKind } from '../../model/plan/step.ts';
import type { Dirty } from '../../model/tree.ts';
import { type InPortions, inPortions, PORTION } from '../../plan/portions.ts';
import { giveUpUploads } from '../../recover/settle/give-up-uploads.ts';
import type { OpenedNodes, Ref } from '../../store/work/marks.ts';
import type { RootContext } from '../root-context.ts';
import { dirtyOf, recordReasons, recordSettled, refsOf } from './record-plan.ts';
import { unhurried } from './unhurried.ts';

const REWRITES: ReadonlySet<StepKind> = new Set(['upload-version', 'download-version']);

/** `collect` holds new versions back until the round is over, because the guard must see all of them together; everything else starts. */
export type Rewrites = 'collect' | 'start';

/**
 * Records the plan's outcome for each dirty node and offers its steps, with pauses in which other work has its turn. A node that is opened in
 * between stays open, and so does all that the plan has for it. False: ended early; the rest is still open.
 */
export async function applyPlan(context: RootContext, dirty: Dirty, made: Plan, rewrites: Rewrites): Promise<boolean> {
  const { root, rounds, parts } = context;
  const opened = root.watchOpened();
  try {
    const isWhole = await unhurried(applied(context, dirty, made, { rewrites, opened }), {
      within: root.transaction,
      pause: () => parts.clock.sleep(0),
      mayGoOn: () => !opened.areOthers && !rounds.acts.areAny,
    });
    return isWhole === true;
  } finally {
    opened.end();
  }
}

type Applying = { readonly rewrites: Rewrites; readonly opened: OpenedNodes };

function* applied(context: RootContext, dirty: Dirty, made: Plan, applying: Applying): InPortions<true> {
  const { root, parts, snatched } = context;
  if (yield* recordReasons({ root, nowMs: parts.clock.nowMs(), taken: snatched.taken }, dirty, made))
    context.notifyChanged([]);
  const covered = yield* offerSteps(context, made.steps, applying);
  const settled = { localIds: new Set(made.settled.localIds), itemIds: new Set(made.settled.itemIds) };
  yield* inPortions(refsOf(dirty), (node) => {
    if (isOneOf(node, covered) || isOneOf(node, settled) || applying.opened.has(node)) return;
    // It waits for another step.
    root.park(dirtyOf(node));
    root.wait(node);
  });
  for (let at = 0; at < made.settled.localIds.length; at += PORTION) {
    if (at > 0) yield;
    giveUpUploads(context, made.settled.localIds.slice(at, at + PORTION));
  }
  yield* recordSettled(root, made.settled, applying.opened);
  return true;
}

type Nodes = { readonly localIds: ReadonlySet<LocalId>; readonly itemIds: ReadonlySet<ItemId> };

/** Settled nodes are no longer in doubt, and those of a step are planned. */
const isOneOf = ({ localId, itemId }: Ref, { localIds, itemIds }: Nodes): boolean =>
  (localId !== null && localIds.has(localId)) || (itemId !== null && itemIds.has(itemId));

/**
 * Queues the steps and returns the nodes that they cover. A node on the other side that the same step covers would only produce that step
 * again (SPEC P32, P33).
 */
function* offerSteps(context: RootContext, steps: readonly Step[], { rewrites, opened }: Applying): InPortions<Nodes> {
  const { root, runner } = context;
  const notTaken = new Set<StepKey>();
  const covered = { localIds: new Set<LocalId>(), itemIds: new Set<ItemId>() };
  yield* inPortions(steps, (step) => {
    const nodes = nodesOf(step);
    // A step it depends on is not queued, so it would run too early; or the node has changed since.
    const isEarly = step.after.some((key) => notTaken.has(key)) || opened.has(nodes);
    const isLate = rewrites === 'collect' && REWRITES.has(step.kind) && !runner.has(step.key);
    if (isEarly || (!isLate && !offer(context, step))) {
      notTaken.add(step.key);
      return;
    }
    root.park(dirtyOf(nodes));
    if (isLate) root.postpone(nodes);
    if (nodes.localId !== null) covered.localIds.add(nodes.localId);
    if (nodes.itemId !== null) covered.itemIds.add(nodes.itemId);
  });
  return covered;
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
