import { isSameMessage, type ProblemMessage } from '../../../../preload/words/message.ts';
import { nodesOf } from '../../execute/subject.ts';
import type { StepKey } from '../../model/ids.ts';
import type { BlockedNode, HeldBatch, Plan, PlanSettings } from '../../model/plan/plan.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Dirty } from '../../model/tree.ts';
import { type InPortions, inPortions } from '../../plan/portions.ts';
import type { RootStore } from '../../store/root-store.ts';
import type { OpenedNodes, Ref } from '../../store/work/marks.ts';
import type { Reason } from '../../store/work/reasons.ts';
import { putOnlyReason } from '../waiting/one-reason.ts';

export type PlanRecording = {
  readonly root: RootStore;
  readonly nowMs: number;
  readonly taken: PlanSettings['taken'];
};

/** Gives each planned node the plan's reason, or none. True: a reason is new or has changed. */
export function* recordReasons(recording: PlanRecording, dirty: Dirty, made: Plan): InPortions<boolean> {
  const { root, nowMs } = recording;
  const { blocked, waiting, held } = root.reasonCounts();
  const reasons = reasonsOf(recording, made);
  const planned = new Set(made.steps.map(({ key }) => key));
  let hasNews = false;
  // Before anything is released: a batch keeps its number while anything of it is held (P46).
  yield* inPortions([...reasons.values()], (reason) => {
    if (putReason(recording, reason, planned)) hasNews = true;
    const { source, step } = reason;
    if (source === 'held' && step !== null && !root.isHeld(reason, step.kind)) root.hold(reason, step.kind, nowMs);
  });
  if (blocked + waiting + held > 0) yield* inPortions(refsOf(dirty), (node) => dropReason(root, node, reasons));
  return hasNews;
}

/** Nothing is left to do for the settled nodes, unless they were opened since the plan. */
export function* recordSettled(root: RootStore, settled: Dirty, opened: Pick<OpenedNodes, 'has'>): InPortions<void> {
  yield* inPortions(refsOf(settled), (node) => {
    if (!opened.has(node)) root.clean(dirtyOf(node));
  });
}

/** Each node by itself. */
export const refsOf = ({ localIds, itemIds }: Dirty): readonly Ref[] => [
  ...localIds.map((localId) => ({ localId, itemId: null })),
  ...itemIds.map((itemId) => ({ localId: null, itemId })),
];

export const dirtyOf = ({ localId, itemId }: Ref): Dirty => ({
  localIds: localId === null ? [] : [localId],
  itemIds: itemId === null ? [] : [itemId],
});

type NewReason = Omit<Reason, 'atMs'>;
type Reasons = ReadonlyMap<string, NewReason>;

function reasonsOf(recording: PlanRecording, made: Plan): Reasons {
  const reasons = new Map<string, NewReason>();
  for (const node of made.blocked) reasons.set(keyOf(node), fromPlan(node));
  for (const batch of made.held)
    for (const step of batch.steps) reasons.set(keyOf(nodesOf(step)), fromHeld(recording, batch, step));
  return reasons;
}

/** A held node keeps its reason, unless a folder above it is held: that one is decided on, with all that it contains. */
function dropReason(root: RootStore, node: Ref, reasons: Reasons): void {
  const known = root.reasonOf(node);
  if (known === undefined || known.source === 'step' || reasons.has(keyOf(known))) return;
  if (known.step !== null && root.isHeld(known, known.step.kind)) {
    if (!isBelowHeld(root, known, reasons)) return;
    root.letGo(known);
  }
  root.clearReason(node);
}

function isBelowHeld(root: RootStore, { localId, itemId }: Ref, reasons: Reasons): boolean {
  let row = itemId === null ? undefined : root.syncedByItem(itemId);
  if (localId !== null) row = root.syncedByLocal(localId);
  for (let id = row?.parentLocalId ?? null; id !== null; id = root.syncedByLocal(id)?.parentLocalId ?? null) {
    const above = reasons.get(keyOf({ localId: id, itemId: null }));
    // Without a step, the folder only waits for a held one, for example for its name.
    if (above?.source === 'held' && above.step !== null) return true;
  }
  return false;
}

function putReason({ root, nowMs }: PlanRecording, reason: NewReason, planned: ReadonlySet<StepKey>): boolean {
  const known = root.reasonOf(reason);
  // The step for its content has failed and is to be tried again: that reason holds the time of it (SPEC P33).
  if (known?.source === 'step' && known.step !== null && planned.has(known.step.key)) return false;
  const isSame = known?.problem.code === reason.problem.code && isSameMessage(known.problem.says, reason.problem.says);
  if (isSame && known.source === reason.source && known.retryAtMs === reason.retryAtMs) return false;
  putOnlyReason(root, { ...reason, atMs: known?.atMs ?? nowMs });
  return true;
}

const fromPlan = (node: BlockedNode): NewReason => ({
  localId: node.localId,
  itemId: node.itemId,
  source: node.problem.code === 'held_by_guard' ? 'held' : 'plan',
  problem: node.problem,
  suggestedName: node.suggestedName ?? null,
  step: null,
  attempts: 0,
  retryAtMs: node.retryAtMs ?? null,
});

function fromHeld(recording: PlanRecording, batch: HeldBatch, step: Step): NewReason {
  return {
    ...nodesOf(step),
    source: 'held',
    problem: { code: 'held_by_guard', reach: 'blocked', says: whyHeld(recording, batch, step) },
    suggestedName: null,
    step,
    attempts: 0,
    retryAtMs: null,
  };
}

function whyHeld({ root, taken }: PlanRecording, { what, direction, nodes }: HeldBatch, step: Step): ProblemMessage {
  const { localId, itemId } = nodesOf(step);
  if (step.kind === 'trash-remote' && localId !== null) {
    // An earlier process may have noticed it.
    const isTaken = taken.has(localId) || root.reasonOf({ localId, itemId })?.problem.says.code === 'taken_by_scanner';
    if (isTaken) return { code: 'taken_by_scanner', args: { subject: root.syncedPath(localId) ?? '' } };
  }
  return { code: 'batch_held', args: { items: nodes, what, direction } };
}

const keyOf = ({ localId, itemId }: Ref): string => (localId === null ? `r${itemId ?? ''}` : `l${localId}`);
