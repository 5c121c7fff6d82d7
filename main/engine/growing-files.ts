import { problem } from './execute/problems.ts';
import { subjectOf } from './execute/subject.ts';
import type { LocalId } from './model/ids.ts';
import type { Step } from './model/step.ts';
import type { RootContext } from './root-context.ts';

/** What is known of a file of which one version after the other went up. */
export type Growth = {
  readonly sizeBytes: number;
  readonly atMs: number;
  /** Versions in a row, each larger than the one before and soon after it. */
  readonly versions: number;
  /** No further one before this long after `atMs`. */
  readonly pauseMs: number;
};

/** So many in a row are no person at work. */
const MANY = 10;
/** As soon after the one before, or after its pause. */
const SOON_MS = 15_000;
const PAUSE = { firstMs: 60_000, longestMs: 10 * 60_000 };
/** Files that are remembered; the oldest is forgotten first. */
const MOST = 1_000;

/**
 * A log that grows all the time would be a version every second, each with all that was there before. From the tenth on it
 * goes up once a minute, then less and less often, down to every ten minutes (edge case 46). A file that shrinks, or rests
 * for a while, is none.
 */
export function nextGrowth(before: Growth | undefined, sizeBytes: number, nowMs: number): Growth {
  const goesOn =
    before !== undefined && sizeBytes > before.sizeBytes && nowMs - before.atMs <= before.pauseMs + SOON_MS;
  if (!goesOn) return { sizeBytes, atMs: nowMs, versions: 1, pauseMs: 0 };
  const versions = before.versions + 1;
  const pauseMs = versions < MANY ? 0 : Math.min(Math.max(PAUSE.firstMs, before.pauseMs * 2), PAUSE.longestMs);
  return { sizeBytes, atMs: nowMs, versions, pauseMs };
}

/** A version went up. */
export function noteVersion({ live: { growing }, parts }: RootContext, id: LocalId, sizeBytes: number): void {
  const next = nextGrowth(growing.get(id), sizeBytes, parts.clock.nowMs());
  growing.delete(id);
  growing.set(id, next);
  const oldest = growing.size > MOST ? growing.keys().next().value : undefined;
  if (oldest !== undefined) growing.delete(oldest);
}

/** Has the version to wait, because the last one of a file that grows all the time is not long ago? Then that is said. */
export function mustWait(context: RootContext, step: Step): boolean {
  const { live, parts, root } = context;
  if (step.kind !== 'upload-version') return false;
  const growth = live.growing.get(step.localId);
  const nowMs = parts.clock.nowMs();
  if (growth === undefined || growth.atMs + growth.pauseMs <= nowMs) return false;
  const retryAtMs = growth.atMs + growth.pauseMs;
  const nodes = { localId: step.localId, itemId: step.itemId };
  if (root.blockedOf(nodes)?.retryAtMs === retryAtMs) return true;
  root.putBlocked({
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
