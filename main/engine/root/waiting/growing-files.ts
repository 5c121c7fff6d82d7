import { problem } from '../../execute/problems.ts';
import { subjectOf } from '../../execute/subject.ts';
import type { LocalId } from '../../model/ids.ts';
import type { Step } from '../../model/plan/step.ts';
import type { RootContext } from '../root-context.ts';
import { nextGrowth } from './growth.ts';
import { putOnlyReason } from './one-reason.ts';

/** The most files remembered; the oldest is evicted first. */
const MOST = 1_000;

/** Records an uploaded version. */
export function noteVersion({ live: { growing }, parts }: RootContext, id: LocalId, sizeBytes: number): void {
  const next = nextGrowth(growing.get(id), sizeBytes, parts.clock.nowMs());
  growing.delete(id);
  growing.set(id, next);
  const oldest = growing.size > MOST ? growing.keys().next().value : undefined;
  if (oldest !== undefined) growing.delete(oldest);
}

/** Whether a new version must wait because the file grows constantly and its last version is recent. Also records the reason. */
export function mustWait(context: RootContext, step: Step): boolean {
  const { live, parts, root } = context;
  if (step.kind !== 'upload-version') return false;
  const growth = live.growing.get(step.localId);
  const nowMs = parts.clock.nowMs();
  if (growth === undefined || growth.atMs + growth.pauseMs <= nowMs) return false;
  const retryAtMs = growth.atMs + growth.pauseMs;
  const nodes = { localId: step.localId, itemId: step.itemId };
  if (root.blockedOf(nodes)?.retryAtMs === retryAtMs) return true;
  putOnlyReason(context, {
    ...nodes,
    source: 'step',
    problem: problem('grows_all_the_time', { subject: subjectOf(context.execution.trees, step) }),
    suggestedName: null,
    operation: step.kind,
    rule: step.rule,
    attempts: 0,
    retryAtMs,
    atMs: nowMs,
  });
  return true;
}
